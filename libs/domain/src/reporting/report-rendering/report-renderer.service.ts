import { once } from 'node:events';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import { Environment } from '@app/config';
import type { ReportFormat } from '@app/entities';
import { DomainError, Semaphore, withTimeout } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import type { ReportDocument } from '../report-documents/report-document';

/** The maximum heap size of a rendering thread. */
const HEAP_MEBIBYTES = 512;

/**
 * Renders reports in a thread, because a report may compute for seconds. Each process renders one report at a time. The
 * drawing libraries are loaded only in the thread.
 */
@Injectable()
export class ReportRendererService {
  private readonly logger = new Logger(ReportRendererService.name);
  private readonly turns = new Semaphore(1);

  constructor(private readonly environment: Environment) {}

  /**
   * Renders a report, and ends the stream. The stream gets chunks, no faster than it accepts them.
   * @param timeoutMs limit for waiting and rendering together, without the time for which the stream accepts nothing
   * @throws DomainError `reports_busy` if other reports do not end in time; `report_failed` if rendering fails or takes
   *   too long; the error of the stream
   */
  async render(
    document: ReportDocument,
    format: ReportFormat,
    out: Writable,
    timeoutMs = this.environment.LIMIT_REPORT_RENDER_MS,
  ): Promise<void> {
    const startMs = performance.now();
    if (!(await this.turns.acquire({ timeoutMs }))) {
      const message = 'Other reports are being rendered. Try again later.';
      throw new DomainError('unavailable', 'reports_busy', message, { retryAfterSeconds: 5 });
    }
    try {
      const leftMs = Math.max(1, timeoutMs - (performance.now() - startMs));
      await pipeline(this.chunksOf(document, format, leftMs), out);
    } finally {
      this.turns.release();
    }
  }

  /** Runs a thread until the caller has read all chunks, or reads no more. */
  private async *chunksOf(
    document: ReportDocument,
    format: ReportFormat,
    timeoutMs: number,
  ): AsyncGenerator<Uint8Array> {
    const thread = new Worker(join(__dirname, 'render-report.worker.js'), {
      workerData: { document, format },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEBIBYTES },
    });
    // The thread may also fail between two chunks, for example because it has no memory left.
    const failed = once(thread, 'error').then(([error]: Error[]) => Promise.reject(error as Error));
    failed.catch(() => undefined);
    let leftMs = timeoutMs;
    const next = async (): Promise<Uint8Array | null> => {
      const startMs = performance.now();
      const [chunk] = await withTimeout(
        Math.max(1, leftMs),
        (signal) => Promise.race([nextMessage(thread, signal), failed]),
        () => new Error(`Rendering did not finish within ${timeoutMs} ms.`),
      );
      leftMs -= performance.now() - startMs;
      return chunk;
    };
    try {
      for (let chunk = await next(); chunk; chunk = await next()) yield chunk;
    } catch (error) {
      this.logger.warn({ err: error }, 'A report could not be rendered.');
      const message = 'The report could not be rendered. Choose fewer sections or a shorter period.';
      throw new DomainError('unavailable', 'report_failed', message, { cause: error });
    } finally {
      await thread.terminate();
    }
  }
}

/** Asks the thread for its next message. */
async function nextMessage(thread: Worker, signal: AbortSignal): Promise<[Uint8Array | null]> {
  const message = once(thread, 'message', { signal });
  thread.postMessage('next', []);
  return (await message) as [Uint8Array | null];
}
