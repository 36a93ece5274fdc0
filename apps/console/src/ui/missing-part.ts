import { reach, Unreachable } from '../api/unreachable';

/** Errors of scripts and style sheets that could not be loaded. */
const missing = new WeakSet<Error>();
const keyOf = (error: Error) => `reloaded: ${error.message}`;

// Vite reports each part of the console that cannot be loaded. The router reloads the page for the messages of browsers,
// even if the server is down, so the message is changed.
addEventListener('vite:preloadError', ({ payload }) => {
  missing.add(payload);
  payload.message = `A part of the console is missing: ${payload.message}`;
});

/** Returns true if a part of the console could not be loaded: after an upgrade, or because the server is down. */
export const isPartMissing = (error: unknown): error is Error => error instanceof Error && missing.has(error);

/** Returns whether the page has been reloaded for the same file. */
export const wasReloadedFor = (error: Error): boolean => sessionStorage.getItem(keyOf(error)) !== null;

/**
 * Reloads the page because of the error. After an upgrade of the server, an open page still asks for the file names of
 * the version before.
 * @throws Unreachable if the server is down: the browser's own error page would replace the console
 */
export async function reloadFor(error: Error): Promise<void> {
  const { ok } = await reach(new Request('/', { cache: 'no-store' }));
  // A proxy in front of the server has answered.
  if (!ok) throw new Unreachable('The server is down.');
  sessionStorage.setItem(keyOf(error), '');
  location.reload();
}
