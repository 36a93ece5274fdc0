// Replaces the database and the stored files that `npm start` uses with the contents of a backup.
import { runScript } from './workspace/failure.mjs';
import { runBuilt } from './workspace/run-built.mjs';

await runScript(() => runBuilt('apps/supervisor/src/restore.js', process.argv.slice(2)));
