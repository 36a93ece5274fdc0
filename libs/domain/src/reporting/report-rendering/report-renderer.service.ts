import { once } from 'node:events';
import { join } from 'node:path';
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
   * @param timeoutMs limit for waiting and rendering together
   * @throws DomainError `reports_busy` if other reports do not end in time; `report_failed` if rendering fails or takes
   *   too long
   */
  async render(
    document: ReportDocument,
    format: ReportFormat,
    timeoutMs = this.environment.LIMIT_REPORT_RENDER_MS,
  ): Promise<Buffer> {
    const startMs = performance.now();
    if (!(await this.turns.acquire({ timeoutMs }))) {
      const message = 'Other reports are being rendered. Try again later.';
      throw new DomainError('unavailable', 'reports_busy', message, { retryAfterSeconds: 5 });
    }
    try {
      return await this.runThread(document, format, Math.max(1, timeoutMs - (performance.now() - startMs)));
    } finally {
      this.turns.release();
    }
  }

  private async runThread(
    document: ReportDocument,
    format: ReportFormat,
    timeoutMs: number,
  ): Promise<Buffer> {
    const thread = new Worker(join(__dirname, 'render-report.worker.js'), {
      workerData: { document, format },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEBIBYTES },
    });
    try {
      // `once` rejects if the thread fails, for example because it has no memory left.
      const work = async (signal: AbortSignal) => (await once(thread, 'message', { signal })) as [Uint8Array];
      const [bytes] = await withTimeout(
        timeoutMs,
        work,
        () => new Error(`Rendering did not finish within ${timeoutMs} ms.`),
      );
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    } catch (error) {
      this.logger.warn({ err: error }, 'A report could not be rendered.');
      const message = 'The report could not be rendered. Choose fewer sections or a shorter period.';
      throw new DomainError('unavailable', 'report_failed', message, { cause: error });
    } finally {
      await thread.terminate();
    }
  }
}
