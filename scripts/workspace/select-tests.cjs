const { readFileSync } = require('node:fs');

/** The first lines of a test file that say where it runs, each with the reason. */
const FULL_CHECK = '// Runs in the full check only: ';
const BOTH_PROFILES = '// Runs on both profiles: ';

const SELECTIONS = {
  daily: (marks) => !marks.some((mark) => mark.startsWith(FULL_CHECK)),
  all: () => true,
  'both-profiles': (marks) => marks.some((mark) => mark.startsWith(BOTH_PROFILES)),
};

/** Selects test files by the lines with which they begin. `TEST_SELECTION` names the selection. */
module.exports = (files) => {
  const isSelected = SELECTIONS[process.env.TEST_SELECTION];
  return { filtered: files.filter((file) => isSelected(readFileSync(file, 'utf8').split('\n', 2))) };
};
