// Runs a program of the bundle until it ends, and writes its code cache: node write-code-cache.cjs PROGRAM
const { writeFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { codeCacheOf, compile, loadPrograms } = require('../../dist/bundle/start-program.cjs');

const [program] = process.argv.slice(2);
const script = compile();
process.on('exit', () => {
  // The cache is valid only for the flags with which it was written. Turn this flag on again: `runProcess` turns it off,
  // but a program loads its cache before that.
  setFlagsFromString('--parallel-scavenge');
  writeFileSync(codeCacheOf(program), script.createCachedData());
});
loadPrograms(script)[program]();
