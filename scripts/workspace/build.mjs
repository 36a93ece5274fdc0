import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';

const SOURCES = ['apps', 'libs', 'ormconfig.ts'];
/** Files that the build compiles or copies. */
const BUILT = /\.(ts|hbs|txt)$/;
const SETTINGS = ['nest-cli.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
const stamp = join(root, 'dist', '.built-from');

/** Returns true if dist/ was built from the current sources. */
export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprintOfSources();
}

/** Builds all apps into dist/. */
export async function build() {
  console.log('Building …');
  const fingerprint = fingerprintOfSources();
  rmSync(stamp, { force: true });
  const nest = join('node_modules', '@nestjs', 'cli', 'bin', 'nest.js');
  const code = await run(process.execPath, [nest, 'build', 'api']);
  if (code !== 0) throw new Failure('The build failed: see its messages above.');
  writeFileSync(stamp, fingerprint);
}

/**
 * Returns a hash of the contents of all sources. Dates are not used, because a restored or copied file may have any
 * date.
 */
function fingerprintOfSources() {
  const hash = createHash('sha256');
  for (const file of [...SOURCES.flatMap(sourceFiles), ...SETTINGS]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function sourceFiles(path) {
  if (BUILT.test(path)) return path.endsWith('.spec.ts') || !existsSync(join(root, path)) ? [] : [path];
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || BUILT.test(entry.name))
    .map((entry) => join(path, entry.name))
    .sort()
    .flatMap(sourceFiles);
}
