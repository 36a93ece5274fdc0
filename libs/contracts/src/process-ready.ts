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

/** How long a process that lost its parent may take to end in good order. */
const END_MS = 15_000;

/**
 * Ends this process, by the signal that it is ended with anyway, when its parent has gone: one that was killed
 * cannot tell its children. To be called first of all; does nothing for a process that was started by itself.
 */
export function endWithParent(): void {
  if (!process.channel) return;
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), END_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  // Waiting for that must not keep a process alive that has nothing else to do.
  process.channel.unref();
}

export function isProcessReady(message: unknown): message is ProcessReady {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready';
}
