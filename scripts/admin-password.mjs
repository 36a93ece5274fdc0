// Resets a lost administrator password in the database that `npm start` uses.
import { runScript } from './workspace/failure.mjs';
import { runBuilt } from './workspace/run-built.mjs';

await runScript(() => runBuilt('apps/supervisor/src/reset-password.js'));
