import { Environment } from '@app/config';
import { ExportJobEntity, type FileEntity } from '@app/entities';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Claimed, WorkClaims } from '../../platform/claimed-work/work-claims';
import { OccurrencesService } from '../../platform/occurrences/occurrences.service';
import { completedPayload } from './completed-payload';

/** Claims due exports, and stores their results. */
@Injectable()
export class ExportClaims extends WorkClaims<ExportJobEntity> {
  constructor(
    dataSource: DataSource,
    private readonly occurrences: OccurrencesService,
    environment: Environment,
    clock: Clock,
  ) {
    super(
      { dataSource, environment, clock },
      {
        entity: ExportJobEntity,
        interrupted: 'The export was interrupted too often. Start it again, or choose a shorter range.',
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
}
