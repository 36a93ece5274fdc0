import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** More folders to search, because servers are often installed outside the PATH of an ordinary user. */
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'];

/** @returns the program's path, or null if it is not installed */
export function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...MORE_FOLDERS];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

export function requireProgram(name: string): string {
  const path = findProgram(name);
  if (!path) throw new Error(`${name} is not installed, but the tests of this profile need it.`);
  return path;
}
