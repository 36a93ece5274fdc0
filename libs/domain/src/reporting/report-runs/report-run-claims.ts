import { Environment } from '@app/config';
import { type FileEntity, ReportRunEntity } from '@app/entities';
import { Clock, DomainError, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Claimed, WorkClaims } from '../../platform/claimed-work/work-claims';
import { FileReader } from '../../platform/files/file-reader';
import { OccurrencesService } from '../../platform/occurrences/occurrences.service';
import { ReportMailsService } from '../report-mails/report-mails.service';

/** Claims due reports, stores their results, and publishes their progress. */
@Injectable()
export class ReportRunClaims extends WorkClaims<ReportRunEntity> {
  constructor(
    dataSource: DataSource,
    private readonly occurrences: OccurrencesService,
    private readonly files: FileReader,
    private readonly mails: ReportMailsService,
    environment: Environment,
    clock: Clock,
  ) {
    super(
      { dataSource, environment, clock },
      {
        entity: ReportRunEntity,
        interrupted: say('report_interrupted'),
      },
    );
  }

  /**
   * Completes the run. Within the same transaction, makes its mails due and records the event `report.generated`.
   * @throws DomainError if the file has been deleted in the meantime; the next attempt creates it again
   */
  async succeed(run: Claimed<ReportRunEntity>, file: FileEntity): Promise<void> {
    const { executionId } = run;
    const cause = executionId === null ? {} : { executionId };
    const isStored = await this.complete(run, { fileId: file.id, error: null }, async (manager) => {
      if (!(await this.files.hasFile(manager, file.id))) throw fileDeleted();
      await this.mails.release(manager, run.id);
      const payload = generatedPayload(run, file);
      await this.occurrences.record(manager, { kind: 'event', name: 'report.generated', payload, ...cause });
    });
    if (!isStored) return;
    this.occurrences.announce();
    await this.mails.queueOf(run.id);
  }

  protected override recordFailure(manager: EntityManager, { id }: ReportRunEntity): Promise<void> {
    return this.mails.abandon(manager, id);
  }

  protected override announce({ id }: ReportRunEntity): Promise<void> {
    return this.mails.announce(id);
  }
}

function fileDeleted(): DomainError {
  return new DomainError('unavailable', 'file_deleted', say('file_deleted'));
}

/** The payload of the event `report.generated`. */
function generatedPayload(
  { id, planId, templateId, name, fromAt, toAt, timezone, format, createdBy, executionId }: ReportRunEntity,
  { id: fileId, name: fileName, sizeBytes }: FileEntity,
): object {
  return {
    event: 'report.generated',
    runId: id,
    planId,
    templateId,
    name,
    from: fromAt,
    to: toAt,
    timezone,
    format,
    fileId,
    fileName,
    size: sizeBytes,
    createdBy,
    executionId,
  };
}
