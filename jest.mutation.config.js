const { projects, testTimeout } = require('./jest.config');

/** The unit tests alone, for `npm run mutation`: Stryker does not support Jest projects. */
const { displayName: _, ...unit } = projects.find(({ displayName }) => displayName === 'unit');

module.exports = {
  ...unit,
  testTimeout,
  // Stryker does not replace `<rootDir>` here.
  testEnvironment: require.resolve('./test/runtime/process-environment'),
  runtime: require.resolve('./test/mutation/own-modules'),
  setupFiles: ['<rootDir>/test/mutation/fast-check-setup.ts'],
};
