import { ReportPlansModule } from '@app/domain';
import { LeaseModule } from '@app/leases';
import { Module } from '@nestjs/common';
import { DueReportMails } from './due-report-mails';
import { DueReports } from './due-reports';
import { PruneReportsSchedule } from './prune-reports.schedule';
import { SendReportHandler } from './send-report.handler';
import { WriteReportHandler } from './write-report.handler';

@Module({
  imports: [LeaseModule, ReportPlansModule],
  providers: [DueReportMails, DueReports, PruneReportsSchedule, SendReportHandler, WriteReportHandler],
})
export class ReportsFeatureModule {}
