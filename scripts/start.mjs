// Starts the whole product or, with an argument, one of its processes: api, worker, gateway-sim or bridge.
// Installs packages and builds first if necessary, so a fresh checkout needs no other step.
import { runScript } from './workspace/failure.mjs';
import { runBuilt } from './workspace/run-built.mjs';
import { readStartOptions } from './workspace/start-options.mjs';

await runScript(async () => {
  const { app, args, help, port } = readStartOptions(process.argv.slice(2));
  if (help) {
    console.log(help);
    return;
  }
  if (port !== undefined) process.env.PORT = port;
  await runBuilt(`apps/${app}/src/main.js`, args);
});
