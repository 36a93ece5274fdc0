import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Environment } from '@app/config';
import type { ReportFormat } from '@app/entities';
import { DomainError, say, ThreadedModule, ThreadFailure, ThreadTimeout } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import type { ReportDocument } from '../report-documents/report-document';

const LIMITS = { atOnce: 1, heapMebibytes: 512, busy: reportsBusy };

/**
 * Renders reports in a thread, because a report may compute for seconds. Each process renders one report at a time. The
 * drawing libraries are loaded only in the thread.
 */
@Injectable()
export class ReportRendererService {
  private readonly logger = new Logger(ReportRendererService.name);
  private readonly renderings = new ThreadedModule(join(__dirname, 'render-report.worker.js'), LIMITS);

  constructor(private readonly environment: Environment) {}

  /**
   * Renders a report, and ends the stream. The stream gets chunks, no faster than it accepts them.
   * @param timeoutMs limit for waiting and rendering together, without the time for which the stream accepts nothing
   * @throws DomainError `reports_busy` if waiting and rendering take too long; `report_failed` if rendering fails; the
   *   error of the stream
   */
  render(
    document: ReportDocument,
    format: ReportFormat,
    out: Writable,
    timeoutMs = this.environment.LIMIT_REPORT_RENDER_MS,
  ): Promise<void> {
    return pipeline(this.chunksOf(document, format, timeoutMs), out);
  }

  /** Runs a thread until the caller has read all chunks, or reads no more. */
  private async *chunksOf(
    document: ReportDocument,
    format: ReportFormat,
    timeoutMs: number,
  ): AsyncGenerator<Uint8Array> {
    const input = () => Promise.resolve({ data: { document, format } });
    try {
      for await (const chunk of this.renderings.messages<Uint8Array | null>(input, { timeoutMs })) {
        if (!chunk) return;
        yield chunk;
      }
    } catch (error) {
      if (!(error instanceof ThreadFailure)) throw error;
      this.logger.warn({ err: error }, 'A report could not be rendered.');
      if (error instanceof ThreadTimeout) throw reportsBusy(error);
      const message = say('report_failed');
      throw new DomainError('unavailable', 'report_failed', message, { cause: error });
    }
  }
}

function reportsBusy(cause?: Error): DomainError {
  const message = say('reports_busy');
  return new DomainError('unavailable', 'reports_busy', message, { retryAfterSeconds: 5, cause });
}
