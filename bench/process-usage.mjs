import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Clock ticks per second. Linux counts CPU time in ticks. */
const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** CPU time that a process has used over all its threads, in milliseconds. Linux only. */
export function cpuMs(pid) {
  const [, fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) /);
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return ((user + system) * 1000) / TICKS;
}

/** Highest resident memory that a process has used, in MiB. Linux only. */
export function peakMemoryMib(pid) {
  const [, kibibytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(kibibytes) / 1024;
}
