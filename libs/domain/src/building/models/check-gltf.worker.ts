import { workerData, parentPort } from 'node:worker_threads';
import { checkGltf } from './check-gltf';

/** Runs `checkGltf` in a separate thread. The parent ends the thread after it has received the report. */
async function run(): Promise<void> {
  const { bytes, format } = workerData as { bytes: Uint8Array; format: 'glb' | 'gltf' };
  parentPort?.postMessage(await checkGltf(bytes, format), []);
}

void run();
