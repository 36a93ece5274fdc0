/**
 * Preloaded into the servers of `stream-connections`. On SIGUSR2, the process collects its garbage and reports to its parent,
 * so that its resident memory can be measured without garbage.
 */
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

process.on('SIGUSR2', () => {
  // The flag is set late, because V8 would reject the code cache of a process that starts with another flag.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  collect();
  collect();
  process.send({ type: 'collected', heapBytes: process.memoryUsage().heapUsed });
});
