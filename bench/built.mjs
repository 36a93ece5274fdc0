import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** The file or folder at `path` under dist/. */
export function builtPath(path) {
  return fileURLToPath(new URL(`../dist/${path}`, import.meta.url));
}

/** The built module of the product at `path` under dist/. */
export function built(path) {
  return require(builtPath(path));
}
