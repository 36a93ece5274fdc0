import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Environment } from '@app/config';
import { DomainError, ThreadedModule, ThreadFailure, type ThreadInput } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import type { GltfReport } from './check-gltf';

/** Checks run one at a time, because a check needs the whole file in memory and may compute for seconds. */
const LIMITS = {
  atOnce: 1,
  heapMebibytes: 512,
  busy: () =>
    new DomainError('unavailable', 'checks_busy', 'Other models are being checked. Try again later.'),
};

/** Checks glTF files in a thread. */
@Injectable()
export class GltfCheckerService {
  private readonly logger = new Logger(GltfCheckerService.name);
  private readonly checks = new ThreadedModule(join(__dirname, 'check-gltf.worker.js'), LIMITS);

  constructor(private readonly environment: Environment) {}

  /**
   * @param open opens the file; called when no other check is running
   * @throws DomainError `too_complex` if the check fails or takes too long; `checks_busy` if other checks do not end in
   *   time
   */
  async check(open: () => Promise<Readable>, sizeBytes: number, format: 'glb' | 'gltf'): Promise<GltfReport> {
    const input = async (): Promise<ThreadInput> => {
      const bytes = await bytesOf(await open(), sizeBytes);
      return { data: { bytes, format }, transfer: [bytes.buffer] };
    };
    try {
      return await this.checks.first<GltfReport>(input, { timeoutMs: this.environment.LIMIT_MODEL_CHECK_MS });
    } catch (error) {
      if (!(error instanceof ThreadFailure)) throw error;
      this.logger.warn({ err: error }, 'A model could not be checked.');
      const message = 'The model is too complex to be checked. Simplify it.';
      throw new DomainError('invalid', 'too_complex', message, { cause: error });
    }
  }
}

async function bytesOf(content: Readable, sizeBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(sizeBytes);
  let at = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
