import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** More folders to search, because servers are often installed outside the PATH of an ordinary user. */
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'];

/** The browsers that can show the console. */
export const BROWSERS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** Returns the path of an installed program; undefined if there is none. */
export function findProgram(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...MORE_FOLDERS];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
