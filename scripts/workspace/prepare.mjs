import { build, isBuilt } from './build.mjs';
import { install, isInstalled } from './install.mjs';
import { whileLocked } from './lock.mjs';
import { checkNodeVersion } from './node-version.mjs';

/** Make a checkout ready to run: install its packages and build dist/ from its sources. */
export async function prepareWorkspace({ rebuild = false } = {}) {
  checkNodeVersion();
  // Write nothing if nothing changed: the checkout may belong to another user.
  if (isInstalled() && isBuilt() && !rebuild) return;
  await whileLocked(async () => {
    if (!isInstalled()) await install();
    if (rebuild || !isBuilt()) await build();
  });
}
