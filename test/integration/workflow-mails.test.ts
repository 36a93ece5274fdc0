import { join } from 'node:path';
import { Readable } from 'node:stream';
import { EnvironmentModule } from '@app/config';
import { StoredFilesService } from '@app/domain';
import { ExecutionMail, FileReader, RecipientLimit } from '@app/domain/testing';
import { FileEntity } from '@app/entities';
import { EphemeralModule, EphemeralStore, Throttle } from '@app/ephemeral';
import { FixedClock, newId } from '@app/kernel';
import { type MailConfiguration, Mailer, mailProviders, MailSettings } from '@app/mail';
import { ClockModule } from '@app/processes';
import { LocalFileStore } from '@app/storage';
import { Test, type TestingModule } from '@nestjs/testing';
import { chain } from '../factories/chain';
import type { ExecutionWorkshop } from '../factories/execution-workshop';
import { useWorkshops } from '../factories/use-workshops';
import { testEnvironment, waitFor } from '../harness';
import { MailSink } from '../servers/mail-sink';

const LIMIT_WORKFLOW_MAILS_PER_HOUR = 2;
/** Every byte, line ends of all kinds, a line with a single point and half a megabyte that base64 has to wrap. */
const BYTES = Buffer.concat([
  Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
  Buffer.from('\r\n.\r\n\n\r--boundary--\r\n'),
  Buffer.from(Array.from({ length: 500_000 }, (_, index) => (index * 7919) % 251)),
]);

const settings: MailSettings = { read: async () => configuration };
let configuration: MailConfiguration;

describe('mails of workflows', () => {
  const shops = useWorkshops();
  const environment = testEnvironment({ LIMIT_WORKFLOW_MAILS_PER_HOUR });
  const clock = new FixedClock(Date.parse('2026-05-01T10:00Z'));
  const modules: TestingModule[] = [];
  let sink: MailSink;

  beforeAll(async () => {
    sink = await MailSink.start();
    const server = { host: '127.0.0.1', port: sink.port, secure: false, user: null, password: null };
    configuration = { server, from: 'Plantroom <plantroom@example.org>' };
  });
  afterAll(async () => {
    await Promise.all(modules.map((module) => module.close()));
    await sink.stop();
  });

  const storedFiles = () =>
    new StoredFilesService(
      shops.database.dataSource,
      new LocalFileStore(join(environment.DATA_DIR, 'uploads')),
      clock,
    );

  /** Creates a worker that sends mail through its own connections to the mail server and to Redis. */
  async function aWorker(): Promise<ExecutionWorkshop> {
    const module = await Test.createTestingModule({
      imports: [
        ClockModule,
        EnvironmentModule.forRoot(testEnvironment({ QUEUE_URL: shops.database.queueUrl })),
        EphemeralModule,
      ],
      providers: [...mailProviders, { provide: MailSettings, useValue: settings }],
    }).compile();
    modules.push(await module.init());
    const store = module.get(EphemeralStore);
    const isReachable = async () => (await store.take('nothing').catch(() => undefined)) !== undefined;
    await waitFor(isReachable, { what: 'the store' });
    const mail = new ExecutionMail(
      module.get(Mailer),
      new FileReader(shops.database.dataSource, storedFiles()),
      new RecipientLimit(module.get(Throttle), environment),
      environment,
      {} as never,
    );
    return shops.workshop({ clock, ports: { mail } });
  }

  const mailing = (to: string, attachments?: string[]) =>
    shops.workflowOf(
      chain({
        mail: {
          type: 'email',
          config: { to, subject: 'Plan', body: 'See below.', ...(attachments && { attachments }) },
        },
      }),
    );

  it('mails of workflows contain their attachments byte for byte', async () => {
    const upload = await storedFiles().receive({
      folder: 'files',
      fileName: 'plan.bin',
      content: Readable.from([BYTES]),
    });
    const { storageKey, sizeBytes, sha256 } = upload;
    const file = {
      id: newId(),
      name: 'plan.bin',
      mimeType: 'application/octet-stream',
      storageKey,
      sizeBytes,
      sha256,
      category: 'upload',
      createdBy: 'ada',
      createdAt: clock.now(),
      producer: null,
      producerKey: null,
    } as const;
    await shops.database.dataSource.manager.insert(FileEntity, file);
    const detail = await (await aWorker()).execute(await mailing('ada@example.org', [file.id]));
    expect(detail.nodeResults.at(-1)).toMatchObject({ status: 'success', output: { sent: true } });
    const { attachments, text } = await sink.next('ada@example.org');
    expect(text.trim()).toBe('See below.');
    expect(attachments.map(({ name }) => name)).toEqual(['plan.bin']);
    expect(attachments[0]?.content.equals(BYTES)).toBe(true);
  });

  it('mails of workflows are refused beyond the limit per hour and address', async () => {
    const worker = await aWorker();
    const workflow = await mailing('bob@example.org');
    const statuses = [];
    for (let count = 0; count <= LIMIT_WORKFLOW_MAILS_PER_HOUR; count++)
      statuses.push((await worker.execute(workflow)).nodeResults.at(-1));
    expect(statuses).toMatchObject([
      { status: 'success' },
      { status: 'success' },
      { status: 'failed', error: { code: 'too_many_mails' } },
    ]);
    expect(sink.mails.filter(({ recipients }) => recipients.includes('bob@example.org'))).toHaveLength(2);
    const other = await worker.execute(await mailing('eve@example.org'));
    expect(other.status).toBe('success');
  });
});
