import { EventEmitter, once } from 'node:events';
import { Readable } from 'node:stream';
import { Environment } from '@app/config';
import { DomainError } from '@app/kernel';
import type { Mail } from '@app/mail';
import { ExecutionMail } from './execution-mail';

const FILES: Record<string, Buffer> = {
  a: Buffer.from('first'),
  b: Buffer.from('second'),
  large: Buffer.alloc(60),
};

/** @param sending resolves when the mail server has accepted a mail */
function aMail(limit = 100, sending: Promise<unknown> = Promise.resolve(), host: string | null = null) {
  const sent: Mail[] = [];
  const opened: Readable[] = [];
  const mailer = {
    check: async ({ to }: Mail) => {
      if (to.includes('nobody')) throw DomainError.invalid('The mail cannot be sent.');
    },
    send: async (mail: Mail) => {
      sent.push(mail);
      await sending;
      return { toOutbox: true };
    },
  };
  const files = {
    open: async (id: string) => {
      const bytes = FILES[id];
      if (!bytes) throw DomainError.notFound('The file');
      const content = Readable.from([bytes]);
      opened.push(content);
      return { file: { name: `${id}.txt`, mimeType: 'text/plain', sizeBytes: bytes.length }, content };
    },
  };
  const environment = Object.assign(new Environment(), { LIMIT_MAIL_ATTACHMENT_BYTES: limit });
  const recipients = { count: async () => {}, check: async () => {} };
  const configuration = { current: async () => ({ mail: { host } }) };
  const mail = new ExecutionMail(
    mailer,
    files as never,
    recipients as never,
    environment,
    configuration as never,
  );
  const send = (attachments?: string[], signal = new AbortController().signal) =>
    mail.send({ to: ['ada@example.org'], subject: 'x', text: 'y', attachments, signal });
  return { mail, sent, opened, send };
}

describe('ExecutionMail', () => {
  it('attaches each file once, and reports whether the mail was written to the outbox', async () => {
    const { sent, send } = aMail();
    expect(await send(['b', 'a', 'b'])).toEqual({ toOutbox: true });
    expect(sent).toMatchObject([
      {
        attachments: [
          { name: 'b.txt', mimeType: 'text/plain', content: FILES['b'] },
          { name: 'a.txt', content: FILES['a'] },
        ],
      },
    ]);
  });

  it.each<[string | null, boolean]>([
    ['mail.example.org', true],
    [null, false],
  ])('reports for the configured host %s whether there is a mail server', async (host, expected) => {
    expect(await aMail(100, undefined, host).mail.hasServer()).toBe(expected);
  });

  it('attaches nothing by default', async () => {
    const { sent, send } = aMail();
    await send();
    expect(sent[0]).not.toHaveProperty('attachments');
  });

  it('sends no mail if a file does not exist', async () => {
    const { sent, send } = aMail();
    await expect(send(['a', 'gone'])).rejects.toMatchObject({
      code: 'attachment_not_found',
      message: 'There is no file gone to attach.',
    });
    expect(sent).toEqual([]);
  });

  it('sends no mail if the files together are too large, and closes the files', async () => {
    const { sent, opened, send } = aMail(64);
    await expect(send(['large', 'a'])).rejects.toMatchObject({
      code: 'attachments_too_large',
      message: 'With the file "a.txt", the attachments exceed 64 bytes (LIMIT_MAIL_ATTACHMENT_BYTES).',
    });
    expect(sent).toEqual([]);
    expect(opened.map((content) => content.destroyed)).toEqual([true, true]);
  });

  it('checks a mail without sending it, as it would be checked before it is sent', async () => {
    const { mail, sent, opened } = aMail(64);
    const check = (to: string, ...attachments: string[]) =>
      mail.check({ to: [to], subject: 'x', text: 'y', attachments });
    await check('ada@example.org', 'a');
    await expect(check('ada@example.org', 'gone')).rejects.toMatchObject({ code: 'attachment_not_found' });
    await expect(check('ada@example.org', 'large', 'a')).rejects.toMatchObject({
      code: 'attachments_too_large',
    });
    await expect(check('nobody')).rejects.toMatchObject({ code: 'validation_failed' });
    expect(sent).toEqual([]);
    expect(opened.every((content) => content.destroyed)).toBe(true);
  });

  it('sends no mail if its execution is stopped while other mails with attachments are being sent', async () => {
    const server = new EventEmitter();
    const { sent, opened, send } = aMail(100, once(server, 'accept'));
    const others = [send(['a']), send(['a'])];
    const stop = new AbortController();
    const stopped = send(['b'], stop.signal);
    const next = send(['a']);
    stop.abort(new Error('cancelled'));
    await expect(stopped).rejects.toThrow('cancelled');
    server.emit('accept');
    await Promise.all([...others, next]);
    expect(sent).toHaveLength(3);
    expect(opened).toHaveLength(3);
  });

  it('sends no mail if its execution is stopped while the files are read', async () => {
    const { sent, send } = aMail();
    const stop = new AbortController();
    const stopped = send(['a'], stop.signal);
    stop.abort(new Error('cancelled'));
    await expect(stopped).rejects.toThrow('cancelled');
    expect(sent).toEqual([]);
  });
});
