// Prints the devices that announce themselves at the brokers of a configuration of the bridge.
import { runScript } from './workspace/failure.mjs';
import { runBuilt } from './workspace/run-built.mjs';

await runScript(() => runBuilt('apps/bridge/src/discover.js', process.argv.slice(2)));
