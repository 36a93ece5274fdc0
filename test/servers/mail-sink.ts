import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { type ReadMail, readMail } from '../factories/read-mail';
import { waitFor } from '../harness';

/** This time limit is long, because sending a mail takes long on a busy machine. */

export interface SunkMail extends ReadMail {
  /** The recipients of the SMTP envelope. */
  recipients: string[];
  /** The account with which the client signed in. */
  user: string | undefined;
}

/** A mail server that stores every mail in memory and delivers none. */
export class MailSink {
  readonly mails: SunkMail[] = [];
  /** The step at which the server stops responding: when it receives a recipient, or when it has stored the mail. */
  holdsAt: 'recipient' | 'mail' | null = null;
  /** If set, the server stops responding only for mails to this recipient. */
  heldAddress: string | null = null;
  /** The number of connections on which the server has stopped responding. */
  heldCount = 0;

  private constructor(
    private readonly server: SMTPServer,
    readonly port: number,
  ) {}

  static async start(options: SMTPServerOptions = {}): Promise<MailSink> {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      allowInsecureAuth: true,
      onAuth: ({ username }, _session, done) => done(null, { user: username }),
      onRcptTo: ({ address }, _session, done) => sink.answerAt('recipient', [address], done),
      ...options,
      onData: (stream, { envelope, user }, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const recipients = envelope.rcptTo.map(({ address }) => address);
          sink.mails.push({
            ...readMail(Buffer.concat(chunks)),
            recipients,
            user: user as string | undefined,
          });
          sink.answerAt('mail', recipients, done);
        });
      },
    });
    // Ignore errors of clients that disconnect early.
    server.on('error', () => undefined);
    const listening = once(server.server, 'listening');
    server.listen(0, '127.0.0.1');
    await listening;
    const sink = new MailSink(server, (server.server.address() as AddressInfo).port);
    return sink;
  }

  /** Waits for the first mail to `address` that has not been returned yet. */
  next(address: string): Promise<SunkMail> {
    return waitFor(
      () => {
        const index = this.mails.findIndex(({ recipients }) => recipients.includes(address));
        return index < 0 ? undefined : this.mails.splice(index, 1)[0];
      },
      { what: `a mail to ${address}` },
    );
  }

  private answerAt(step: 'recipient' | 'mail', recipients: readonly string[], done: () => void): void {
    const isHeld = this.heldAddress === null || recipients.includes(this.heldAddress);
    if (this.holdsAt === step && isHeld) this.heldCount += 1;
    else done();
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(resolve));
  }
}
