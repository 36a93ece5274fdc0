import { sendReport, type SendReportJob, writeReport, type WriteReportJob } from '@app/contracts';
import {
  ReportMailQueue,
  ReportRetentionService,
  ReportRunQueue,
  ReportSenderService,
  ReportWorkService,
} from '@app/domain';
import { UnderLease } from '@app/leases';
import { HandlesJob, type JobContext, type JobHandler, sweepOf } from '@app/queue';
import { Injectable } from '@nestjs/common';

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

export const reportsProviders = [
  sweepOf(sendReport, ReportMailQueue, (queue, limit) => queue.findDue(limit)),
  sweepOf(writeReport, ReportRunQueue, (queue, limit) => queue.findDue(limit)),
  PruneReportsSchedule,
  SendReportHandler,
  WriteReportHandler,
];
