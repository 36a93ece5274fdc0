import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { Environment } from '@app/config';
import { DomainError, Semaphore, withTimeout } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import type { GltfReport } from './check-gltf';

/** The maximum heap size of a check. The file itself is not part of the heap. */
const HEAP_MEBIBYTES = 512;

/**
 * Checks glTF files in a thread. Each process runs one check at a time, because a check needs the whole file in memory
 * and may compute for seconds.
 */
@Injectable()
export class GltfCheckerService {
  private readonly logger = new Logger(GltfCheckerService.name);
  private readonly turns = new Semaphore(1);

  constructor(private readonly environment: Environment) {}

  /**
   * @param open opens the file; called when no other check is running
   * @throws DomainError `too_complex` if the check fails or takes too long; `unavailable` if other checks do not end in
   *   time
   */
  async check(open: () => Promise<Readable>, sizeBytes: number, format: 'glb' | 'gltf'): Promise<GltfReport> {
    const timeoutMs = this.environment.LIMIT_MODEL_CHECK_MS;
    const startMs = performance.now();
    if (!(await this.turns.acquire({ timeoutMs }))) {
      throw new DomainError('unavailable', 'checks_busy', 'Other models are being checked. Try again later.');
    }
    try {
      const bytes = await bytesOf(await open(), sizeBytes);
      const leftMs = Math.max(1, timeoutMs - (performance.now() - startMs));
      return await this.runThread(bytes, format, leftMs);
    } finally {
      this.turns.release();
    }
  }

  private async runThread(bytes: Uint8Array, format: string, timeoutMs: number): Promise<GltfReport> {
    const thread = new Worker(join(__dirname, 'check-gltf.worker.js'), {
      workerData: { bytes, format },
      transferList: [bytes.buffer as ArrayBuffer],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEBIBYTES },
    });
    try {
      // `once` rejects if the thread fails, for example because it has no memory left.
      const work = async (signal: AbortSignal) => (await once(thread, 'message', { signal })) as [GltfReport];
      const [report] = await withTimeout(
        timeoutMs,
        work,
        () => new Error(`The check did not finish within ${timeoutMs} ms.`),
      );
      return report;
    } catch (error) {
      this.logger.warn({ err: error }, 'A model could not be checked.');
      const message = 'The model is too complex to be checked. Simplify it.';
      throw new DomainError('invalid', 'too_complex', message, { cause: error });
    } finally {
      await thread.terminate();
    }
  }
}

async function bytesOf(content: Readable, sizeBytes: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(sizeBytes);
  let at = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
