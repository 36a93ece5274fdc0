import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';

const CONSOLE = join('apps', 'console');
const WORKSPACE = join('scripts', 'workspace');
const BUNDLER = ['bundle.mjs', 'start-program.cjs', 'write-code-cache.cjs'].map((name) =>
  join(WORKSPACE, name),
);

/**
 * The parts of dist/. Each part has a stamp: a file with the hash of the sources from which it was built. Only files
 * whose names match `compiled` are sources. The folder `output` is deleted before a build, so that nothing runs or
 * serves older code after an interrupted build.
 */
const PARTS = [
  {
    output: 'bundle',
    commands: [
      [join('node_modules', '@nestjs', 'cli', 'bin', 'nest.js'), 'build', 'api'],
      [join(WORKSPACE, 'bundle.mjs')],
    ],
    stamp: '.built-from',
    sources: ['apps', 'libs', 'ormconfig.ts'],
    except: CONSOLE,
    compiled: /\.(ts|hbs|txt|json)$/,
    settings: ['nest-cli.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json', ...BUNDLER],
  },
  {
    output: 'console',
    commands: [[join('node_modules', 'vite', 'bin', 'vite.js'), 'build', CONSOLE, '--logLevel', 'warn']],
    stamp: '.console-built-from',
    sources: [CONSOLE, join('clients', 'typescript', 'src'), join('libs', 'kernel', 'src', 'messages')],
    compiled: /\.(tsx?|mts|js|css|html|svg|json)$/,
    settings: ['package-lock.json', join('docs', 'recipes.md')],
  },
];

/** An installation without the console does not wait for its build. */
const wanted = PARTS.filter(({ output }) => output !== 'console' || process.env.CONSOLE !== 'false');

/** Returns true if dist/ was built from the current sources. */
export function isBuilt() {
  return wanted.every(isCurrent);
}

/** Builds the parts of dist/ whose sources have changed. With `rebuild`, always builds the apps. */
export async function build({ rebuild = false } = {}) {
  console.log('Building …');
  const [apps] = wanted;
  const outdated = wanted.filter((part) => (rebuild && part === apps) || !isCurrent(part));
  const built = await Promise.all(outdated.map(buildPart));
  if (built.includes(false)) throw new Failure('The build failed: see its messages above.');
}

async function buildPart(part) {
  const fingerprint = fingerprintOf(part);
  const stamp = stampOf(part);
  rmSync(stamp, { force: true });
  rmSync(join(root, 'dist', part.output), { recursive: true, force: true });
  for (const command of part.commands) {
    if ((await run(process.execPath, command)) !== 0) return false;
  }
  writeFileSync(stamp, fingerprint);
  return true;
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
