import { sendReport, type SendReportJob } from '@app/contracts';
import { ReportMailEntity } from '@app/entities';
import { Clock } from '@app/kernel';
import { JobClient } from '@app/queue';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { WorkQueue } from '../../platform/claimed-work/work-queue';

/** Queues the jobs of mails. */
@Injectable()
export class ReportMailQueue extends WorkQueue<SendReportJob> {
  constructor(dataSource: DataSource, jobs: JobClient, clock: Clock) {
    super(
      { dataSource, jobs, clock },
      { entity: ReportMailEntity, job: sendReport, payloadOf: (mailId) => ({ mailId }) },
    );
  }
}
