import { randomBytes } from 'node:crypto';
import {
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the secret in `<dataFolder>/secrets/<name>`, which is generated on the first call. Only the owner of the file
 * may read it.
 */
export function keptSecret(dataFolder: string, name: string): string {
  const folder = join(dataFolder, 'secrets');
  const file = join(folder, name);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeWhole(file, randomBytes(32).toString('base64url'));
  }
  return readFileSync(file, 'utf8');
}

/** Writes the file under another name and then renames it, so that a crash leaves no empty secret. */
function writeWhole(file: string, text: string): void {
  const partial = `${file}.partial`;
  const handle = openSync(partial, 'w', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(partial, file);
}
