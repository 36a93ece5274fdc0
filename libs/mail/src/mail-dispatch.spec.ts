import { setImmediate as nextTurn } from 'node:timers/promises';
import { DomainError } from '@app/kernel';
import { Logger } from '@nestjs/common';
import { MailDispatch } from './mail-dispatch';
import { type Mail, Mailer, type SentMail } from './mailer';

const MAIL: Mail = { to: ['ada@example.org'], subject: 'Code', text: '123456' };
const write = () => Promise.resolve(MAIL);

/** A mailer that fails with the configured errors, and then accepts everything. */
class ScriptedMailer extends Mailer {
  readonly taken: Mail[] = [];
  attempts = 0;
  atOnce = 0;
  mostAtOnce = 0;
  private gate: Promise<void> | undefined;

  constructor(private readonly failures: Error[] = []) {
    super();
  }

  /** Blocks all mails until the returned function is called. */
  hold(): () => void {
    let open: (() => void) | undefined;
    this.gate = new Promise((resolve) => (open = resolve));
    return () => open?.();
  }

  override async check(): Promise<void> {}

  override async send(mail: Mail): Promise<SentMail> {
    this.attempts += 1;
    this.atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
    await this.gate;
    this.atOnce -= 1;
    const failure = this.failures.shift();
    if (failure) throw failure;
    this.taken.push(mail);
    return { toOutbox: false };
  }
}

/** A dispatch for which the test chooses the delays between attempts. */
class QuickDispatch extends MailDispatch {
  constructor(
    mailer: Mailer,
    protected override readonly retryDelaysMs: readonly number[],
  ) {
    super(mailer);
  }
}

const failed = (code = 'mail_failed') =>
  new DomainError('upstream_failed', code, 'The mail server refused the mail.');

describe('mail in the background', () => {
  let logged: jest.SpyInstance;

  beforeEach(() => {
    logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => logged.mockRestore());

  it('is sent after the response to the request that posted it', async () => {
    const mailer = new ScriptedMailer();
    new MailDispatch(mailer).post('test', write);
    await Promise.resolve();
    expect(mailer.attempts).toBe(0);
    await settled(() => mailer.taken.length === 1);
    expect(mailer.taken).toEqual([MAIL]);
  });

  it('is attempted three times', async () => {
    const mailer = new ScriptedMailer([failed(), failed()]);
    await post(mailer);
    await settled(() => mailer.attempts === 3);
    expect(mailer.taken).toEqual([MAIL]);
    expect(logged).not.toHaveBeenCalled();
  });

  it('is dropped after the third failure, and logged without its recipient and its code', async () => {
    const mailer = new ScriptedMailer([failed(), failed(), failed()]);
    await post(mailer);
    await settled(() => logged.mock.calls.length > 0);
    expect(mailer.attempts).toBe(3);
    expect(JSON.stringify(logged.mock.calls)).not.toMatch(/123456|ada/);
  });

  it.each([failed('mail_refused'), DomainError.invalid('No address.')])(
    'is not retried after %s',
    async (failure) => {
      const mailer = new ScriptedMailer([failure]);
      await post(mailer);
      await settled(() => logged.mock.calls.length > 0);
      expect(mailer.attempts).toBe(1);
    },
  );

  it('is sent with limited concurrency', async () => {
    const mailer = new ScriptedMailer();
    const open = mailer.hold();
    await post(mailer, 20);
    await settled(() => mailer.attempts === 5);
    open();
    await settled(() => mailer.taken.length === 20);
    expect(mailer.mostAtOnce).toBe(5);
  });

  it('is dropped if too many mails are already waiting', async () => {
    const mailer = new ScriptedMailer();
    await post(mailer, 1001);
    await settled(() => mailer.taken.length === 1000);
    expect(logged).toHaveBeenCalledTimes(1);
  });

  it('is still delivered if the shutdown begins while it is being sent', async () => {
    const mailer = new ScriptedMailer();
    const open = mailer.hold();
    const dispatch = await post(mailer);
    const ended = dispatch.beforeApplicationShutdown();
    open();
    await ended;
    expect(mailer.taken).toEqual([MAIL]);
  });

  it('is dropped if the shutdown begins while it waits for a retry', async () => {
    const mailer = new ScriptedMailer([failed()]);
    const dispatch = await post(mailer, 1, [60_000, 60_000]);
    await dispatch.beforeApplicationShutdown();
    expect(mailer.attempts).toBe(1);
    expect(logged).toHaveBeenCalledTimes(1);
  });
});

async function settled(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 5000;
  while (!condition() && Date.now() < deadline) await nextTurn();
  expect(condition()).toBe(true);
}

async function post(mailer: ScriptedMailer, count = 1, delaysMs = [1, 1]): Promise<MailDispatch> {
  const dispatch = new QuickDispatch(mailer, delaysMs);
  for (let index = 0; index < count; index++) dispatch.post('test', write);
  await settled(() => mailer.attempts > 0);
  return dispatch;
}
