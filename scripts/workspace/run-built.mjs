import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepareWorkspace } from './prepare.mjs';
import { root } from './root.mjs';

/**
 * Installs and builds if necessary, and then runs a built program in this process.
 * @param program path below dist/, for example apps/api/src/main.js
 */
export async function runBuilt(program, args = []) {
  await prepareWorkspace();
  // Use the root folder, as npm does. Relative paths then have the same meaning with and without npm.
  process.chdir(root);
  const file = join(root, 'dist', program);
  process.argv = [process.argv[0], file, ...args];
  await import(pathToFileURL(file).href);
}
