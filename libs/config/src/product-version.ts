import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Reads the version from the nearest package.json above this file. Sources and built files are at different depths. */
export function productVersion(folder = __dirname): string {
  const file = join(folder, 'package.json');
  if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  if (dirname(folder) === folder) throw new Error('No folder above the program contains a package.json.');
  return productVersion(dirname(folder));
}
