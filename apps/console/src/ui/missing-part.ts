/** The messages of browsers and of Vite if a script or a style sheet cannot be loaded. */
const MESSAGES =
  /^(Failed to fetch dynamically imported module|error loading dynamically imported module|Importing a module script failed|Unable to preload CSS)/;
const keyOf = (error: Error) => `reloaded: ${error.message}`;

/**
 * Returns true if a part of the console is missing, and the page has not been reloaded for it. After an upgrade of the
 * server, an open page still asks for the file names of the version before.
 */
export const isPartMissing = (error: unknown): error is Error =>
  error instanceof Error && MESSAGES.test(error.message) && sessionStorage.getItem(keyOf(error)) === null;

/** Reloads the page because of the error. The next error for the same file does not reload it again. */
export function reloadFor(error: Error): void {
  sessionStorage.setItem(keyOf(error), '');
  location.reload();
}
