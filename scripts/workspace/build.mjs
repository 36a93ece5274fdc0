import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';

const CONSOLE = join('apps', 'console');

/**
 * The parts of dist/. Each part has a stamp: a file with the hash of the sources from which it was built. Only files
 * whose names match `compiled` are sources.
 */
const PARTS = [
  {
    command: [join('node_modules', '@nestjs', 'cli', 'bin', 'nest.js'), 'build', 'api'],
    stamp: '.built-from',
    sources: ['apps', 'libs', 'ormconfig.ts'],
    except: CONSOLE,
    compiled: /\.(ts|hbs|txt)$/,
    settings: ['nest-cli.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'],
  },
  {
    command: [join('node_modules', 'vite', 'bin', 'vite.js'), 'build', CONSOLE, '--logLevel', 'warn'],
    stamp: '.console-built-from',
    sources: [CONSOLE, join('clients', 'typescript', 'src')],
    compiled: /\.(tsx?|mts|css|html|svg|json)$/,
    settings: ['package-lock.json'],
  },
];

/** Returns true if dist/ was built from the current sources. */
export function isBuilt() {
  return PARTS.every(isCurrent);
}

/** Builds the parts of dist/ whose sources have changed. With `rebuild`, always builds the apps. */
export async function build({ rebuild = false } = {}) {
  console.log('Building …');
  const [apps] = PARTS;
  const outdated = PARTS.filter((part) => (rebuild && part === apps) || !isCurrent(part));
  const built = await Promise.all(outdated.map(buildPart));
  if (built.includes(false)) throw new Failure('The build failed: see its messages above.');
}

async function buildPart(part) {
  const fingerprint = fingerprintOf(part);
  const stamp = stampOf(part);
  rmSync(stamp, { force: true });
  const code = await run(process.execPath, part.command);
  if (code === 0) writeFileSync(stamp, fingerprint);
  return code === 0;
}

const stampOf = ({ stamp }) => join(root, 'dist', stamp);

function isCurrent(part) {
  const stamp = stampOf(part);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprintOf(part);
}

/**
 * Returns a hash of the contents of all sources. Dates are not used, because a restored or copied file may have any
 * date.
 */
function fingerprintOf(part) {
  const hash = createHash('sha256');
  const files = part.sources.flatMap((source) => filesOf(part, source));
  for (const file of [...files, ...part.settings]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesOf(part, path) {
  const { compiled, except } = part;
  if (path === except || !existsSync(join(root, path))) return [];
  if (compiled.test(path)) return path.endsWith('.spec.ts') ? [] : [path];
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || compiled.test(entry.name))
    .map((entry) => join(path, entry.name))
    .sort()
    .flatMap((file) => filesOf(part, file));
}
