const { readFileSync } = require('node:fs');

const MARK = '// Runs on both profiles: ';

/** Selects the test files that depend on the database or the queue. Their first line says so, with the reason. */
module.exports = (files) => ({
  filtered: files.filter((file) => readFileSync(file, 'utf8').startsWith(MARK)),
});
