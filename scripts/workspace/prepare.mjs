import { build, isBuilt } from './build.mjs';
import { install, isInstalled } from './install.mjs';
import { whileLocked } from './lock.mjs';
import { checkNodeVersion } from './node-version.mjs';

/** Makes a checkout ready to run: packages installed, dist/ built from the present sources. */
export async function prepareWorkspace({ rebuild = false } = {}) {
  checkNodeVersion();
  // Where nothing is to be done nothing is written either: the checkout may belong to somebody else.
  if (isInstalled() && isBuilt() && !rebuild) return;
  await whileLocked(async () => {
    if (!isInstalled()) await install();
    if (rebuild || !isBuilt()) await build();
  });
}
