const { availableParallelism } = require('node:os');

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
const swcForPackages = ['@swc/jest', { jsc: { target: 'es2023' }, module: { type: 'commonjs' } }];

const shared = {
  rootDir: __dirname,
  testEnvironment: '<rootDir>/test/runtime/process-environment.js',
  runtime: '<rootDir>/test/runtime/shared-packages.js',
  moduleNameMapper: {
    '^@app/domain/testing$': '<rootDir>/libs/domain/src/testing',
    '^@app/([^/]+)$': '<rootDir>/libs/$1/src',
    // The client is an ES module, whose imports name the compiled files.
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: { '\\.ts$': swc, '\\.m?js$': swcForPackages },
  // The ES modules among the packages that `shared-packages.js` loads per file.
  transformIgnorePatterns: ['/node_modules/(?!@nestjs/typeorm/)', '<rootDir>/dist/'],
};

module.exports = {
  // What a test waits for has deadlines of its own; this one only ends what hangs, on a busy machine too.
  testTimeout: 60_000,
  // Tests wait about half of their time. (As a percentage it cannot be more than 100.)
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // Each file leaves about 10 MB behind in its process.
  workerIdleMemoryLimit: '1GB',
  projects: [
    { ...shared, displayName: 'unit', testMatch: ['<rootDir>/{apps,libs,clients}/**/*.spec.ts'] },
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
