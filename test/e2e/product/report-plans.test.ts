// Runs in the full check only: it starts whole products.
import { ScheduleEntity } from '@app/entities';
import { pdfPages } from '../../factories/read-report';
import { MailSink, type SunkMail } from '../../servers/mail-sink';
import { Installation } from './installation';

jest.setTimeout(240_000);

const POINT = 'IMPORTED.ENERGY';
const HOUR_MS = 3_600_000;
const PEOPLE = ['ann@example.org', 'bob@example.org'];

interface Run {
  id: string;
  status: string;
  from: string;
  to: string;
  fileId: string;
}

const recipientsIn = ({ mails }: MailSink) => mails.flatMap(({ recipients }) => recipients).toSorted();

describe('a report plan', () => {
  let sink: MailSink;
  let installation: Installation;
  let areaId: number;
  let planId: number;

  beforeAll(async () => {
    sink = await MailSink.start();
    installation = await Installation.start({
      workers: 2,
      environment: {
        DEFAULT_LANGUAGE: 'en-US',
        MAIL_HOST: '127.0.0.1',
        MAIL_PORT: sink.port,
        MAIL_SECURE: false,
        MAIL_FROM: 'Plantroom <plantroom@example.org>',
      },
    });
    await measure();
    const sections = [{ kind: 'table', metric: 'energy', interval: 'hour', areaIds: [areaId] }];
    const template = await created('/reports/templates', {
      name: 'Hours',
      config: { title: 'Hours', sections },
    });
    planId = await created('/reports', {
      name: 'Daily hours',
      templateId: template,
      cron: '0 0 1 1 *',
      timezone: 'UTC',
      range: 'yesterday',
      recipients: PEOPLE,
      format: 'pdf',
    });
  });
  afterAll(async () => {
    await installation.stop();
    await sink.stop();
  });

  async function created(path: string, body: object): Promise<number> {
    const answer = await installation.client.send<{ id: number }>('POST', path, body);
    expect(answer).toMatchObject({ status: 201 });
    return answer.body.id;
  }

  /** Imports a reading for each hour of the last three days. */
  async function measure(): Promise<void> {
    const { client } = installation;
    const today = Math.floor(Date.now() / (24 * HOUR_MS)) * 24 * HOUR_MS;
    const startMs = today - 72 * HOUR_MS;
    const since = new Date(startMs).toISOString().slice(0, 10);
    const meter = {
      pointCode: POINT,
      energyType: 'electricity',
      kind: 'interval',
      intervalSeconds: 3600,
    } as const;
    const [area] = await client.putAreas([{ name: 'Hall', meters: [{ ...meter, since }] }]);
    areaId = area?.id ?? 0;
    const lines = Array.from({ length: 72 }, (_, hour) => {
      return `${new Date(startMs + hour * HOUR_MS).toISOString()},${137 + hour}`;
    });
    const id = await client.importReadings(
      { pointCode: POINT },
      ['timestamp,value', ...lines].join('\n'),
      'body',
    );
    await installation.waitFor(async () => (await client.readingImport(id)).status === 'done', {
      what: 'the import',
      timeoutMs: 60_000,
    });
  }

  const runs = async () => (await installation.client.send<Run[]>('GET', `/reports/${planId}/runs`)).body;

  /** Causes a run, and returns it when it is completed. Clears the list of mails before. */
  async function completedRun(cause: () => Promise<unknown>): Promise<Run | undefined> {
    sink.mails.length = 0;
    const count = (await runs()).length + 1;
    await cause();
    const probe = async () => {
      const all = await runs();
      return all.length === count && all.every(({ status }) => status === 'completed') && all;
    };
    const [newest] = await installation.waitFor(probe, { what: 'the run', timeoutMs: 120_000 });
    return newest;
  }

  const start = () => installation.client.send<{ runId: string }>('POST', `/reports/${planId}/run`, {});

  it('a report plan mails each recipient a PDF with the figures that the API reports', async () => {
    const started: unknown[] = [];
    const run = await completedRun(async () => started.push(await start()));
    expect(started).toMatchObject([{ status: 202, body: { runId: run?.id } }]);
    const mails = new Map(sink.mails.map((mail): [string, SunkMail] => [mail.recipients.join(), mail]));
    expect(recipientsIn(sink)).toEqual(PEOPLE);
    const { from = '', to = '' } = run ?? {};
    const points = await installation.client.details({
      areaId,
      interval: 'hour',
      from,
      to,
      energyType: 'electricity',
    });
    const values = points.map(({ value }) => String(value));
    expect(values).toHaveLength(24);
    for (const address of PEOPLE) {
      const [attachment] = mails.get(address)?.attachments ?? [];
      expect(attachment?.name).toMatch(/^Daily hours .*\.pdf$/);
      const text = (await pdfPages(attachment?.content ?? Buffer.alloc(0))).join('\n');
      expect(text).toMatch(new RegExp(values.join(String.raw`\b[\s\S]*\b`)));
    }
    const files = await installation.client.send<{ id: string; category: string }[]>(
      'GET',
      '/files?category=report',
    );
    expect(files.body).toContainEqual(expect.objectContaining({ id: run?.fileId, category: 'report' }));
  });

  it('a report plan runs once per slot with two workers', async () => {
    const { manager } = installation.database.dataSource;
    const slot = new Date();
    const owner = { ownerKind: 'report', ownerId: String(planId) } as const;
    await completedRun(() => manager.update(ScheduleEntity, owner, { nextFireAt: slot }));
    expect(recipientsIn(sink)).toEqual(PEOPLE);
    const { nextFireAt } = await manager.findOneByOrFail(ScheduleEntity, owner);
    expect(nextFireAt?.toISOString()).toBe(`${slot.getUTCFullYear() + 1}-01-01T00:00:00.000Z`);
  });

  it('a report plan uses changed mail settings without a restart of the workers', async () => {
    const { client } = installation;
    const other = await MailSink.start();
    const changed = await client.send('PUT', '/configs', { mail: { port: other.port } });
    expect(changed.status).toBe(200);
    // Until a worker has noticed the change, it uses the previous server.
    const isOnlyOther = async () => {
      other.mails.length = 0;
      await completedRun(start);
      return sink.mails.length === 0;
    };
    try {
      await installation.waitFor(isOnlyOther, { what: 'mails through the other server' });
    } finally {
      await client.send('PUT', '/configs', { mail: { port: sink.port } });
      await other.stop();
    }
    expect(recipientsIn(other)).toEqual(PEOPLE);
  });
});
