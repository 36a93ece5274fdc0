import { say } from '@app/kernel';
import type { FileEntity, ReportRunEntity } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { type Attempt, ClaimedWork } from '../../platform/claimed-work/claimed-work';
import { GeneratedFiles } from '../../platform/files/generated-files';
import type { ReportDocument } from '../report-documents/report-document';
import { ReportDocumentsService } from '../report-documents/report-documents.service';
import { periodLabel, previousSpan } from '../report-documents/time-labels';
import { fileNameOf } from '../report-rendering/file-name';
import { FORMATS } from '../report-rendering/report-format';
import { ReportRendererService } from '../report-rendering/report-renderer.service';
import { ReportTemplatesService } from '../report-templates/report-templates.service';
import { ReportRunClaims } from './report-run-claims';

/**
 * Number of reports that a process generates at the same time. A process renders one report at a time, so another
 * report would only wait.
 */
const AT_ONCE = 1;

/**
 * Generates the files of reports. An interrupted run begins again, but cannot create a second file: the run's id is
 * stored as the file's unique `origin`.
 */
@Injectable()
export class ReportWorkService {
  private readonly runs: ClaimedWork<ReportRunEntity, FileEntity>;

  constructor(
    claims: ReportRunClaims,
    private readonly templates: ReportTemplatesService,
    private readonly documents: ReportDocumentsService,
    private readonly renderer: ReportRendererService,
    private readonly files: GeneratedFiles,
  ) {
    this.runs = new ClaimedWork({
      name: say('the_report'),
      atOnce: AT_ONCE,
      claims,
      work: (run, attempt) => this.write(run, attempt),
      succeed: (run, file) => claims.succeed(run, file),
    });
  }

  /** Generates a report if it is due. If it fails, the error is stored and the run is repeated later. */
  run(runId: string, signal: AbortSignal): Promise<void> {
    return this.runs.run(runId, signal);
  }

  private write(run: ReportRunEntity, attempt: Attempt): Promise<FileEntity> {
    const { id, name, format, language, timezone, createdBy } = run;
    const periodText = periodLabel(periodOf(run), timezone, language);
    return this.files.write({
      name: fileNameOf({ title: name, periodText }, format),
      mimeType: FORMATS[format].mimeType,
      category: 'report',
      createdBy,
      origin: { producer: 'reports', producerKey: id },
      signal: attempt.signal,
      write: async (stream) => {
        const document = await this.documentOf(run, attempt.signal);
        attempt.progress = 0.5;
        await this.renderer.render(document, format, stream);
      },
    });
  }

  private async documentOf(run: ReportRunEntity, signal: AbortSignal): Promise<ReportDocument> {
    const { templateId, language, timezone: zone, areaIds, createdAt } = run;
    const { config } = await this.templates.find(templateId, language);
    const period = periodOf(run);
    const previous = previousSpan(period, zone);
    const generatedAtMs = createdAt.getTime();
    return this.documents.build({ config, language, zone, period, previous, areaIds, generatedAtMs }, signal);
  }
}

function periodOf({ fromAt, toAt }: ReportRunEntity) {
  return { fromMs: fromAt.getTime(), toMs: toAt.getTime() };
}
