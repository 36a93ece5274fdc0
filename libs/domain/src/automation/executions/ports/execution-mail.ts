import { buffer } from 'node:stream/consumers';
import { Environment } from '@app/config';
import { DomainError, say, Semaphore } from '@app/kernel';
import { type MailAttachment, Mailer } from '@app/mail';
import type { MailPort, MailPortDraft, MailPortMail } from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { ConfigurationService } from '../../../platform/configuration/configuration.service';
import { FileReader, type OpenFile } from '../../../platform/files/file-reader';
import { RecipientLimit } from './recipient-limit';

/** Maximum number of mails with attachments at the same time, because each one holds its files in memory. */
const AT_ONCE = 2;

/** Sends the mails of workflows, with stored files as attachments. */
@Injectable()
export class ExecutionMail implements MailPort {
  private readonly slots = new Semaphore(AT_ONCE);

  constructor(
    private readonly mailer: Mailer,
    private readonly files: FileReader,
    private readonly recipients: RecipientLimit,
    private readonly environment: Environment,
    private readonly configuration: ConfigurationService,
  ) {}

  async hasServer(): Promise<boolean> {
    return (await this.configuration.current()).mail.host !== null;
  }

  /** Performs the checks of `send` in the same order. Only the server itself may still refuse the mail. */
  async check({ attachments = [], ...mail }: MailPortDraft): Promise<void> {
    await this.recipients.check(mail.to);
    await this.withinLimit(new Set(attachments), ({ content }) => void content.destroy());
    await this.mailer.check(mail);
  }

  async send({ attachments = [], signal, ...mail }: MailPortMail): Promise<{ toOutbox: boolean }> {
    await this.recipients.count(mail.to);
    if (attachments.length === 0) return this.mailer.send(mail);
    return this.slots.run(async () => {
      const attached = await this.attached(new Set(attachments));
      // The execution may have been cancelled while the files were read.
      signal.throwIfAborted();
      return this.mailer.send({ ...mail, attachments: attached });
    }, signal);
  }

  private async attached(ids: ReadonlySet<string>): Promise<MailAttachment[]> {
    const attachments: MailAttachment[] = [];
    await this.withinLimit(ids, async ({ file: { name, mimeType }, content }) => {
      attachments.push({ name, mimeType, content: await buffer(content) });
    });
    return attachments;
  }

  /**
   * Opens the files one after the other.
   * @param take must read or destroy the content
   * @throws DomainError `attachment_not_found`, `attachments_too_large`
   */
  private async withinLimit(
    ids: ReadonlySet<string>,
    take: (open: OpenFile) => Promise<void> | void,
  ): Promise<void> {
    const limit = this.environment.LIMIT_MAIL_ATTACHMENT_BYTES;
    let bytes = 0;
    for (const id of ids) {
      const { file, content } = await this.open(id);
      bytes += file.sizeBytes;
      if (bytes > limit) {
        content.destroy();
        throw tooLarge(file.name, limit);
      }
      await take({ file, content });
    }
  }

  private async open(id: string): Promise<OpenFile> {
    try {
      return await this.files.open(id);
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'not_found') throw error;
      throw new DomainError('not_found', 'attachment_not_found', say('attachment_not_found', { id }));
    }
  }
}

function tooLarge(name: string, limit: number): DomainError {
  const message = say('attachments_too_large', { name, most: limit });
  return new DomainError('invalid', 'attachments_too_large', message);
}
