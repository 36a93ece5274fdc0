const { availableParallelism, totalmem } = require('node:os');
const { temporaryFolder } = require('./test/runtime/temporary-folder.js');

// The processes of Jest inherit this variable.
process.env.TMPDIR ||= temporaryFolder();

const swc = [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      target: 'es2023',
    },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  },
];
const swcForScripts = ['@swc/jest', { jsc: { target: 'es2023' }, module: { type: 'commonjs' } }];

const shared = {
  rootDir: __dirname,
  testEnvironment: '<rootDir>/test/runtime/process-environment.js',
  runtime: '<rootDir>/test/runtime/shared-modules.js',
  setupFiles: ['<rootDir>/test/runtime/properties.js'],
  moduleNameMapper: {
    '^@app/domain/testing$': '<rootDir>/libs/domain/src/testing',
    '^@app/([^/]+)$': '<rootDir>/libs/$1/src',
    // The client is an ES module, whose imports name the compiled files.
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: { '\\.ts$': swc, '\\.m?js$': swcForScripts },
  transformIgnorePatterns: ['/node_modules/', '<rootDir>/dist/'],
};

const GIB = 2 ** 30;

// Three workers on two cores were faster than two or four.
const WORKERS_PER_CORE = 1.5;
// A worker and the servers of its tests need up to 3 GiB.
const MOST_WORKERS = Math.max(
  1,
  Math.min(Math.round(WORKERS_PER_CORE * availableParallelism()), Math.floor(totalmem() / (3 * GIB))),
);

module.exports = {
  // Ends a test that hangs. The limit is long, because the machine may be busy, and the functions with which tests wait
  // have shorter limits.
  testTimeout: 180_000,
  maxWorkers: Number(process.env.TEST_WORKERS) || MOST_WORKERS,
  // Each file leaves about 10 MB behind in its process.
  workerIdleMemoryLimit: '2500MB',
  projects: [
    { ...shared, displayName: 'unit', testMatch: ['<rootDir>/{apps,libs,clients,test}/**/*.spec.ts'] },
    { ...shared, displayName: 'checks', testMatch: ['<rootDir>/test/checks/**/*.test.ts'] },
    {
      ...shared,
      displayName: 'integration',
      testMatch: ['<rootDir>/test/{integration,security,fault}/**/*.test.ts'],
      globalSetup: '<rootDir>/test/servers/global-setup.ts',
      globalTeardown: '<rootDir>/test/servers/global-teardown.ts',
    },
    {
      ...shared,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
      globalSetup: '<rootDir>/test/servers/global-setup.ts',
      globalTeardown: '<rootDir>/test/servers/global-teardown.ts',
    },
    {
      ...shared,
      displayName: 'console',
      testMatch: ['<rootDir>/test/console/**/*.test.ts'],
      globalSetup: '<rootDir>/test/console/global-setup.ts',
      globalTeardown: '<rootDir>/test/console/global-teardown.ts',
    },
  ],
};
