import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Failure } from './failure.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';

/** Installs the packages of package-lock.json. */
export async function install() {
  console.log('Installing packages (npm ci) …');
  // The build needs development packages. Without `--include=dev`, npm would skip them if NODE_ENV is production.
  const code = await runNpm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) throw new Failure(`npm ci failed with code ${code}: see its output above.`);
}

/**
 * Returns true if the installed packages match package-lock.json. It reads node_modules/.package-lock.json, which npm
 * writes as the last step of an installation.
 */
export function isInstalled() {
  const wanted = packagesIn(join(root, 'package-lock.json'));
  const present = packagesIn(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted || !present) return false;
  const same = (path) =>
    present[path]?.version === wanted[path]?.version && present[path]?.integrity === wanted[path]?.integrity;
  return (
    Object.keys(present).every(same) &&
    // Only optional packages, such as binaries for other platforms, may be missing.
    Object.keys(wanted).every((path) => path === '' || wanted[path].optional || same(path))
  );
}

function packagesIn(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : null;
}

/** Runs the npm that has started this script or, without one, the first npm on the path. */
function runNpm(args) {
  const running = process.env.npm_execpath;
  return running && basename(running) === 'npm-cli.js'
    ? run(process.execPath, [running, ...args])
    : run('npm', args);
}
