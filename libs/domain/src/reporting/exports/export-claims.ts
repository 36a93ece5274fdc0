import { Environment } from '@app/config';
import { exportChanged } from '@app/contracts';
import { ExportJobEntity, type FileEntity } from '@app/entities';
import { EventBus } from '@app/events';
import { Clock, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Claimed, WorkClaims } from '../../platform/claimed-work/work-claims';
import { OccurrencesService } from '../../platform/occurrences/occurrences.service';

/** Claims due exports, stores their results, and publishes their progress. */
@Injectable()
export class ExportClaims extends WorkClaims<ExportJobEntity> {
  constructor(
    dataSource: DataSource,
    private readonly occurrences: OccurrencesService,
    private readonly bus: EventBus,
    environment: Environment,
    clock: Clock,
  ) {
    super(
      { dataSource, environment, clock },
      {
        entity: ExportJobEntity,
        interrupted: say('export_interrupted'),
      },
    );
  }

  /** Completes the export, and records the event `export.completed` in the same transaction. */
  async succeed(job: Claimed<ExportJobEntity>, file: FileEntity): Promise<void> {
    const payload = completedPayload(job, file);
    const executionId = job.executionId ?? undefined;
    const isStored = await this.complete(job, { fileId: file.id }, (manager) =>
      this.occurrences.record(manager, { kind: 'event', name: 'export.completed', payload, executionId }),
    );
    if (isStored) this.occurrences.announce();
  }

  protected override announce({ id, status, progress, fileId, error }: ExportJobEntity): void {
    const text = error?.message ?? null;
    this.bus.publish(exportChanged, { jobId: id, status, progress, fileId, error: text, failure: error });
  }
}

/** The payload of the event `export.completed`. */
function completedPayload(
  { id, type, fromAt, toAt, filters, createdBy, executionId }: ExportJobEntity,
  { id: fileId, name, sizeBytes }: FileEntity,
): object {
  return {
    event: 'export.completed',
    jobId: id,
    type,
    from: fromAt,
    to: toAt,
    filters,
    fileId,
    fileName: name,
    size: sizeBytes,
    createdBy,
    executionId,
  };
}
