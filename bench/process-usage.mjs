import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Clock ticks per second, by which the system counts processor time. */
const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Processor time that a process has used so far, all its threads, milliseconds. Linux. */
export function cpuMs(pid) {
  const [, fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) /);
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return ((user + system) * 1000) / TICKS;
}

/** The most memory that a process has had resident so far, MiB. Linux. */
export function peakMemoryMib(pid) {
  const [, kibibytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(kibibytes) / 1024;
}
