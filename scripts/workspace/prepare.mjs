import { build, isBuilt } from './build.mjs';
import { install, isInstalled } from './install.mjs';
import { whileLocked } from './lock.mjs';
import { checkNodeVersion } from './node-version.mjs';

/** Prepares a checkout: installs its packages, and builds dist/ from its sources. */
export async function prepareWorkspace({ rebuild = false } = {}) {
  checkNodeVersion();
  // If nothing has changed, write nothing, not even the lock, because the checkout may belong to another user.
  if (isInstalled() && isBuilt() && !rebuild) return;
  await whileLocked(async () => {
    if (!isInstalled()) await install();
    if (rebuild || !isBuilt()) await build({ rebuild });
  });
}
