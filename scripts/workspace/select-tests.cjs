const { readFileSync } = require('node:fs');

/** The first lines of a test file that say where it runs, each with the reason. */
const FULL_CHECK = '// Runs in the full check only: ';
const BOTH_PROFILES = '// Runs on both profiles: ';
/** Only there may several apis and workers run at once. */
const SEVERAL_PROCESSES = '// Runs on MariaDB and Redis only: ';

const SELECTIONS = {
  daily: (marks) => !marks.some((mark) => mark.startsWith(FULL_CHECK) || mark.startsWith(SEVERAL_PROCESSES)),
  all: (marks) => !marks.some((mark) => mark.startsWith(SEVERAL_PROCESSES)),
  mariadb: (marks) =>
    marks.some((mark) => mark.startsWith(BOTH_PROFILES) || mark.startsWith(SEVERAL_PROCESSES)),
};

/** Selects test files by the lines with which they begin. `TEST_SELECTION` names the selection. */
module.exports = (files) => {
  const isSelected = SELECTIONS[process.env.TEST_SELECTION];
  return { filtered: files.filter((file) => isSelected(readFileSync(file, 'utf8').split('\n', 2))) };
};
