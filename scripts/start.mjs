// Starts the whole product, or with an argument one process of it: api, worker or gateway-sim.
// Installs and builds first where that is due, so that a fresh checkout needs nothing else.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure, runScript } from './workspace/failure.mjs';
import { prepareWorkspace } from './workspace/prepare.mjs';
import { root } from './workspace/root.mjs';

const [app = 'supervisor', ...args] = process.argv.slice(2);

const APPS = ['supervisor', 'api', 'worker', 'gateway-sim'];

await runScript(async () => {
  if (!APPS.includes(app)) throw new Failure(`There is no process ${app}: ${APPS.slice(1).join(', ')}.`);
  await prepareWorkspace();
  // The same folder as npm would use, wherever this was called from: relative paths mean one thing.
  process.chdir(root);
  const main = join(root, 'dist', 'apps', app, 'src', 'main.js');
  process.argv = [process.argv[0], main, ...args];
  await import(pathToFileURL(main).href);
});
