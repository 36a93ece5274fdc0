import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Clock ticks per second. Linux counts CPU time in ticks. */
const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Returns the CPU time that all threads of a process have used, in milliseconds. Linux only. */
export function cpuMs(pid) {
  const [, fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) /);
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return ((user + system) * 1000) / TICKS;
}

/** Returns the peak resident memory of a process, in MiB. Linux only. */
export function peakMemoryMib(pid) {
  const [, kibibytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(kibibytes) / 1024;
}

/** Returns the current resident memory of a process, in MiB. Linux only. */
export function residentMib(pid) {
  const [, kibibytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(kibibytes) / 1024;
}
