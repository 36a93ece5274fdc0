import { sendReport, type SendReportJob, writeReport, type WriteReportJob } from '@app/contracts';
import {
  ReportMailQueue,
  ReportPlansModule,
  ReportRetentionService,
  ReportRunQueue,
  ReportSenderService,
  ReportWorkService,
} from '@app/domain';
import { LeaseModule, UnderLease } from '@app/leases';
import {
  type DueRecord,
  HandlesJob,
  type JobContext,
  type JobHandler,
  type PendingRecords,
  SweepsRecords,
} from '@app/queue';
import { Injectable, Module } from '@nestjs/common';

/**
 * Finds report mails that the sweep must queue, because a pause between attempts is over, a claim has expired, or a job
 * was lost.
 */
@SweepsRecords()
export class DueReportMails implements PendingRecords<SendReportJob> {
  readonly job = sendReport;

  constructor(private readonly mails: ReportMailQueue) {}

  findDue(limit: number): Promise<DueRecord<SendReportJob>[]> {
    return this.mails.findDue(limit);
  }
}

/**
 * Finds report runs that the sweep must queue, because a pause between attempts is over, a claim has expired, or a job
 * was lost.
 */
@SweepsRecords()
export class DueReports implements PendingRecords<WriteReportJob> {
  readonly job = writeReport;

  constructor(private readonly runs: ReportRunQueue) {}

  findDue(limit: number): Promise<DueRecord<WriteReportJob>[]> {
    return this.runs.findDue(limit);
  }
}

/** Deletes old runs of reports every hour. */
@Injectable()
export class PruneReportsSchedule {
  constructor(private readonly retention: ReportRetentionService) {}

  @UnderLease('prune-reports', '15 37 * * * *')
  prune(signal: AbortSignal): Promise<void> {
    return this.retention.prune(signal);
  }
}

@HandlesJob(sendReport)
export class SendReportHandler implements JobHandler<SendReportJob> {
  constructor(private readonly reports: ReportSenderService) {}

  run({ mailId }: SendReportJob, { signal }: JobContext): Promise<void> {
    return this.reports.run(mailId, signal);
  }
}

@HandlesJob(writeReport)
export class WriteReportHandler implements JobHandler<WriteReportJob> {
  constructor(private readonly reports: ReportWorkService) {}

  /** A report may take a minute, so it is stopped as soon as the process is asked to end. */
  run({ runId }: WriteReportJob, { stopping }: JobContext): Promise<void> {
    return this.reports.run(runId, stopping);
  }
}

@Module({
  imports: [LeaseModule, ReportPlansModule],
  providers: [DueReportMails, DueReports, PruneReportsSchedule, SendReportHandler, WriteReportHandler],
})
export class ReportsFeatureModule {}
