/**
 * Maximum address space of each server process. An idle process has 224 MB, mostly shared memory and program text. If a
 * statement needs more than the maximum, it fails with "out of memory", and its session continues.
 */
const PROCESS_KB = 512 * 1024;

/**
 * Returns a command that runs `command` with a memory limit for its process and child processes. Without this limit,
 * one expression can make PostgreSQL allocate gigabytes. Only Linux enforces the limit; on other systems, `command` is
 * returned unchanged.
 */
export function withMemoryLimit(command: string[], platform = process.platform): string[] {
  if (platform !== 'linux') return command;
  // If a lower limit already exists, it stays. `exec` keeps the process id and the working directory, by which the
  // server is found.
  return ['/bin/sh', '-c', `ulimit -v ${PROCESS_KB} 2>/dev/null; exec "$0" "$@"`, ...command];
}
