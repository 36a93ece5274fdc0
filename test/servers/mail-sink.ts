import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { type ReadMail, readMail } from '../factories/read-mail';
import { waitFor } from '../harness';

/** A busy machine takes long to send a mail. */
const PATIENCE_MS = 60_000;

export interface SunkMail extends ReadMail {
  /** The recipients that the client named to the server. */
  recipients: string[];
  /** The account with which the client signed in. */
  user: string | undefined;
}

/** A mail server that stores every mail and delivers none. */
export class MailSink {
  readonly mails: SunkMail[] = [];
  /** The server stops answering at this step: when it hears a recipient, or when it has stored the mail. */
  holdsAt: 'recipient' | 'mail' | null = null;
  /** The number of connections that the server has stopped answering. */
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
      onRcptTo: (_address, _session, done) => sink.answerAt('recipient', done),
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
          sink.answerAt('mail', done);
        });
      },
    });
    // Ignores errors of clients that disconnect early.
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
      { timeoutMs: PATIENCE_MS, what: `a mail to ${address}` },
    );
  }

  private answerAt(step: 'recipient' | 'mail', done: () => void): void {
    if (this.holdsAt === step) this.heldCount += 1;
    else done();
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(resolve));
  }
}
