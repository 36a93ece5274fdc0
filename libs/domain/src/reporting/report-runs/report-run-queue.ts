import { writeReport, type WriteReportJob } from '@app/contracts';
import { ReportRunEntity } from '@app/entities';
import { Clock } from '@app/kernel';
import { JobClient } from '@app/queue';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { WorkQueue } from '../../platform/claimed-work/work-queue';

/** Queues the jobs of runs. */
@Injectable()
export class ReportRunQueue extends WorkQueue<WriteReportJob> {
  constructor(dataSource: DataSource, jobs: JobClient, clock: Clock) {
    super(
      { dataSource, jobs, clock },
      { entity: ReportRunEntity, job: writeReport, payloadOf: (runId) => ({ runId }) },
    );
  }
}
