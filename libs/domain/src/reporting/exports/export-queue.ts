import { writeExport, type WriteExportJob } from '@app/contracts';
import { ExportJobEntity } from '@app/entities';
import { Clock } from '@app/kernel';
import { JobClient } from '@app/queue';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { WorkQueue } from '../../platform/claimed-work/work-queue';

/** Queues the jobs of exports. */
@Injectable()
export class ExportQueue extends WorkQueue<WriteExportJob> {
  constructor(dataSource: DataSource, jobs: JobClient, clock: Clock) {
    super(
      { dataSource, jobs, clock },
      { entity: ExportJobEntity, job: writeExport, payloadOf: (exportId) => ({ exportId }) },
    );
  }
}
