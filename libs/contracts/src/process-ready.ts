/** What a child process tells the supervisor once it serves. */
export interface ProcessReady {
  type: 'ready';
  /** Where it listens, for example `http://127.0.0.1:3000`. Null for a process that listens nowhere. */
  address: string | null;
  /** Set by the process that has just seeded the administrator: the one time that the password is shown. */
  seededAdministrator?: { username: string; password: string | null };
}

/** Tells the parent process, where there is one that listens. */
export function announceReady(message: Omit<ProcessReady, 'type'>): void {
  process.send?.({ type: 'ready', ...message });
}
