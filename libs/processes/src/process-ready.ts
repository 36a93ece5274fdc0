/** The message of a child process to the supervisor when it is ready. */
export interface ProcessReady {
  type: 'ready';
  /** The address of the process, for example `http://127.0.0.1:3000`. Null if the process does not listen. */
  address: string | null;
  /** Set by the process that created the administrator. The password is never shown again. */
  seededAdministrator?: { username: string; password: string | null };
}

/** Sends the message to the parent process, if there is a channel to it. */
export function announceReady(message: Omit<ProcessReady, 'type'>): void {
  process.send?.({ type: 'ready', ...message });
}

/** How long a process may take to shut down. After that, it exits with code 1. */
export const END_MS = 15_000;

/**
 * Shuts down this process with SIGTERM when its parent has ended, because a killed parent cannot send a signal. Call
 * this first. Does nothing if the process has no channel to a parent.
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
