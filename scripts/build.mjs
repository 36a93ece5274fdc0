import { runScript } from './workspace/failure.mjs';
import { prepareWorkspace } from './workspace/prepare.mjs';

await runScript(() => prepareWorkspace({ rebuild: true }));
