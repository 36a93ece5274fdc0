const { readdirSync, readFileSync, existsSync } = require('node:fs');
const { availableParallelism } = require('node:os');
const path = require('node:path');

/** Packages that ship ES modules alone: Jest on Node 20 loads CommonJS, so swc turns these around. */
function esmPackages() {
  const root = path.join(__dirname, 'node_modules');
  if (!existsSync(root)) return [];
  const names = readdirSync(root).flatMap((name) =>
    name.startsWith('@') ? readdirSync(path.join(root, name)).map((inner) => `${name}/${inner}`) : [name],
  );
  return names.filter((name) => {
    const manifest = path.join(root, name, 'package.json');
    return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).type === 'module';
  });
}

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
  testEnvironment: 'node',
  moduleNameMapper: {
    '^@app/domain/testing$': '<rootDir>/libs/domain/src/testing',
    '^@app/([^/]+)$': '<rootDir>/libs/$1/src',
  },
  transform: { '\\.ts$': swc, '\\.m?js$': swcForPackages },
  transformIgnorePatterns: [`/node_modules/(?!(${esmPackages().join('|')})/)`, '<rootDir>/dist/'],
};

module.exports = {
  // What a test waits for has deadlines of its own; this one only ends what hangs, on a busy machine too.
  testTimeout: 60_000,
  // Tests wait about half of their time. (As a percentage it cannot be more than 100.)
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  projects: [
    { ...shared, displayName: 'unit', testMatch: ['<rootDir>/{apps,libs}/**/*.spec.ts'] },
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
  ],
};
