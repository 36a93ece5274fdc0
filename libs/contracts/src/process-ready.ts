/** The message of a child process to the supervisor when it is ready. */
export interface ProcessReady {
  type: 'ready';
  /** Address, for example `http://127.0.0.1:3000`; null if the process does not listen. */
  address: string | null;
  /** Set by the process that seeded the administrator. It is the only time that the password is shown. */
  seededAdministrator?: { username: string; password: string | null };
}

/** Send the message to the parent process, if it listens. */
export function announceReady(message: Omit<ProcessReady, 'type'>): void {
  process.send?.({ type: 'ready', ...message });
}

/** How long a process without a parent may take to shut down. */
const END_MS = 15_000;

/**
 * Shut this process down by its usual signal when its parent has gone, because a killed parent cannot signal its
 * children. Call it first. It does nothing in a process without a parent channel.
 */
export function endWithParent(): void {
  if (!process.channel) return;
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), END_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  // This listener must not keep an idle process alive.
  process.channel.unref();
}

export function isProcessReady(message: unknown): message is ProcessReady {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready';
}
