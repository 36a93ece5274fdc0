import { Module } from '@nestjs/common';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { FilesModule } from '../../platform/files/files.module';
import { MailingModule } from '../../platform/mailing/mailing.module';
import { ReportMailClaims } from './report-mail-claims';
import { ReportMailQueue, ReportMailsService } from './report-mails.service';
import { ReportSenderService } from './report-sender.service';

/** Requires `EventBusModule` and `QueueModule`. */
@Module({
  imports: [ConfigurationModule, FilesModule, MailingModule],
  providers: [ReportMailClaims, ReportMailQueue, ReportMailsService, ReportSenderService],
  exports: [ReportMailQueue, ReportMailsService, ReportSenderService],
})
export class ReportMailsModule {}
