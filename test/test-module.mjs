import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { transformSync } from '@swc/core';

const require = createRequire(import.meta.url);

/** Loads the TypeScript module at `path` below this folder outside Jest, because the tests are not part of the build. */
export function testModule(path) {
  require.extensions['.ts'] ??= (module, filename) => {
    const { code } = transformSync(readFileSync(filename, 'utf8'), {
      filename,
      jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
      module: { type: 'commonjs' },
    });
    module._compile(code, filename);
  };
  return require(`./${path}`);
}
