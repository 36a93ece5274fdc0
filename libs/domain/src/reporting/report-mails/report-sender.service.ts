import { buffer } from 'node:stream/consumers';
import { Environment } from '@app/config';
import type { FileEntity, ReportMailEntity, ReportRunEntity } from '@app/entities';
import { DomainError, say } from '@app/kernel';
import { type MailAttachment, Mailer } from '@app/mail';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ClaimedWork } from '../../platform/claimed-work/claimed-work';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { FileReader, type OpenFile } from '../../platform/files/file-reader';
import { ReportMailClaims } from './report-mail-claims';
import { reportContext } from './report-mail-text';
import { findRunOf } from './report-mails.queries';

/** Maximum number of mails that a process sends at the same time, because each one holds its attachment in memory. */
const AT_ONCE = 2;

/**
 * Mails reports to each recipient separately. If a worker is killed after the mail server has accepted a mail, but
 * before the result is stored, the mail is sent again with the same message id.
 */
@Injectable()
export class ReportSenderService {
  private readonly mails: ClaimedWork<ReportMailEntity, void>;

  constructor(
    claims: ReportMailClaims,
    private readonly dataSource: DataSource,
    private readonly files: FileReader,
    private readonly mailer: Mailer,
    private readonly configuration: ConfigurationService,
    private readonly environment: Environment,
  ) {
    this.mails = new ClaimedWork({
      name: say('the_report_mail'),
      atOnce: AT_ONCE,
      claims,
      work: (mail) => this.send(mail),
      succeed: (mail) => claims.succeed(mail),
    });
  }

  /** Sends a mail if it is due. If it fails, the error is stored and the mail is sent again later. */
  run(mailId: string, signal: AbortSignal): Promise<void> {
    return this.mails.run(mailId, signal);
  }

  private async send({ id, runId, address }: ReportMailEntity): Promise<void> {
    const run = await findRunOf(this.dataSource.manager, runId);
    if (!run?.fileId) throw new DomainError('conflict', 'report_missing', say('report_missing'));
    const { file, attachments } = await this.attached(await this.files.open(run.fileId));
    const context = await this.contextOf(run, file, attachments.length > 0);
    const { language } = run;
    try {
      await this.mailer.send({
        to: [address],
        key: `report ${id}`,
        language,
        attachments,
        template: 'report',
        context,
      });
    } catch (error) {
      throw asFinal(error);
    }
  }

  private async attached({
    file,
    content,
  }: OpenFile): Promise<{ file: FileEntity; attachments: MailAttachment[] }> {
    if (file.sizeBytes > this.environment.LIMIT_MAIL_ATTACHMENT_BYTES) {
      content.destroy();
      return { file, attachments: [] };
    }
    const { name, mimeType } = file;
    return { file, attachments: [{ name, mimeType, content: await buffer(content) }] };
  }

  private async contextOf(run: ReportRunEntity, file: FileEntity, isAttached: boolean) {
    const { platformName } = await this.configuration.current();
    const link = this.environment.PUBLIC_URL ?? null;
    return reportContext({ run, file, isAttached, platformName, link });
  }
}

/** Marks errors as final if the mail server would refuse the same mail again. */
function asFinal(error: unknown): unknown {
  if (!(error instanceof DomainError) || error.code !== 'mail_refused') return error;
  return new DomainError('conflict', error.code, error.reason, { cause: error.cause });
}
