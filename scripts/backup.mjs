// Writes a backup of the database and the stored files that `npm start` uses.
import { runScript } from './workspace/failure.mjs';
import { runBuilt } from './workspace/run-built.mjs';

await runScript(() => runBuilt('apps/supervisor/src/backup.js', process.argv.slice(2)));
