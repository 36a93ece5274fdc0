import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Failure } from './failure.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';

/** Installs the packages of package-lock.json. */
export async function install() {
  console.log('Installing packages (npm ci) …');
  // The build needs development packages, which npm skips if NODE_ENV is production.
  const code = await runNpm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) throw new Failure(`npm ci failed with code ${code}: see its output above.`);
}

/** Whether exactly the packages of package-lock.json are installed: npm ends by writing node_modules/.package-lock.json. */
export function isInstalled() {
  const wanted = packagesIn(join(root, 'package-lock.json'));
  const present = packagesIn(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted || !present) return false;
  const same = (path) =>
    present[path]?.version === wanted[path]?.version && present[path]?.integrity === wanted[path]?.integrity;
  return (
    Object.keys(present).every(same) &&
    // Binaries of other platforms are optional and not installed.
    Object.keys(wanted).every((path) => path === '' || wanted[path].optional || same(path))
  );
}

function packagesIn(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : null;
}

/** Use the npm that runs this script, or else the first one on the path. */
function runNpm(args) {
  const running = process.env.npm_execpath;
  return running && basename(running) === 'npm-cli.js'
    ? run(process.execPath, [running, ...args])
    : run('npm', args);
}
