const { projects, testTimeout } = require('./jest.config');

/** The unit tests alone, for `npm run mutation`: Stryker does not support Jest projects. */
const { displayName: _, ...unit } = projects.find(({ displayName }) => displayName === 'unit');

module.exports = {
  ...unit,
  testTimeout,
  watchman: false,
  // Stryker does not replace `<rootDir>` here.
  testEnvironment: require.resolve('./test/runtime/process-environment'),
  // Each test file loads its own copies of the project's modules. A module that stays loaded would test the same mutant
  // again and again, because it reads only once which mutant is active.
  runtime: require.resolve('./test/runtime/shared-packages'),
  runner: require.resolve('./test/mutation/covering-files'),
  setupFiles: ['<rootDir>/test/mutation/fast-check-setup.ts'],
};
