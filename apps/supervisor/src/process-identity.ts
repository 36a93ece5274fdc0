import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process id with the start time of the process, because process ids are reused. */
export interface ProcessIdentity {
  pid: number;
  started: string;
}

/** @returns null if there is no such process */
export function identify(pid: number): ProcessIdentity | null {
  try {
    const started = process.platform === 'linux' ? startedOnLinux(pid) : startedByPs(pid);
    return started ? { pid, started } : null;
  } catch {
    return null;
  }
}

export function isAlive(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.started === identity.started;
}

/**
 * Returns field 22 of /proc/<pid>/stat, the start time. Fields are counted from the last bracket, because the second
 * field is the name of the program in brackets, and this name may contain blanks and brackets.
 */
function startedOnLinux(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' ? undefined : fields[18];
}

function startedByPs(pid: number): string {
  return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
}
