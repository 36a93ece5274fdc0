/**
 * The most address space of each process of the server. An idle one has 224 MB, most of it shared memory and program
 * text. A statement that needs more fails with "out of memory" and its session goes on.
 */
const PROCESS_KB = 512 * 1024;

/**
 * A command that runs `command` with a limit of memory for it and its children. Without this limit one expression can
 * make PostgreSQL allocate gigabytes. Only Linux enforces it; elsewhere the command stays as it is.
 */
export function withMemoryLimit(command: string[], platform = process.platform): string[] {
  if (platform !== 'linux') return command;
  // A limit that is lower already stays. `exec` keeps the process id, and the working directory that the server is found by.
  return ['/bin/sh', '-c', `ulimit -v ${PROCESS_KB} 2>/dev/null; exec "$0" "$@"`, ...command];
}
