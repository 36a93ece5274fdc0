import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** Returns the file or folder at `path` under dist/. */
export function builtPath(path) {
  return fileURLToPath(new URL(`../dist/${path}`, import.meta.url));
}

/** Loads the product's built module at `path` under dist/. */
export function built(path) {
  return require(builtPath(path));
}
