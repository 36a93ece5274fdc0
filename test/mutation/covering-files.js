const { readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { default: TestRunner } = require('jest-runner');

/**
 * Runs only the test files that contain tests of a mutant, the fastest file first, and stops after a file that fails.
 * Jest alone would load all files for each mutant, because Stryker selects tests only by their names.
 */
module.exports = class CoveringFiles extends TestRunner {
  async runTests(tests, watcher, options) {
    const { rootDir, testNamePattern } = this._globalConfig;
    // The root is Stryker's copy of the sources, which exists only during a run.
    const recordFile = path.join(rootDir, 'test-files.json');
    if (testNamePattern) {
      await this.runUntilFailure(covering(tests, testNamePattern, readRecord(recordFile)), watcher, options);
    } else {
      // Before the first mutant, Stryker runs all tests.
      const record = {};
      this.on('test-file-success', ([test, { perfStats, testResults }]) => {
        record[test.path] = {
          durationMs: perfStats.runtime,
          names: testResults.map(({ fullName }) => fullName),
        };
      });
      await super.runTests(tests, watcher, options);
      writeFileSync(recordFile, JSON.stringify(record));
    }
  }

  async runUntilFailure(tests, watcher, options) {
    let failed = false;
    this.on('test-file-success', ([, { numFailingTests }]) => (failed ||= numFailingTests > 0));
    this.on('test-file-failure', () => (failed = true));
    for (const test of tests) {
      await super.runTests([test], watcher, options);
      if (failed) return;
    }
  }
};

function readRecord(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function covering(tests, testNamePattern, record) {
  const pattern = new RegExp(testNamePattern, 'i');
  return tests
    .filter((test) => record[test.path].names.some((name) => pattern.test(name)))
    .sort((one, other) => record[one.path].durationMs - record[other.path].durationMs);
}
