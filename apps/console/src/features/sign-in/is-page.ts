/** Returns true for a page of the console. Other addresses are refused: `//example.org` is another server. */
export function isPage(path: unknown): path is string {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path);
}
