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

  /** Waits until `count` runs are completed. Returns them, newest first. */
  function completed(count: number): Promise<Run[]> {
    const probe = async () => {
      const { body } = await installation.client.send<Run[]>('GET', `/reports/${planId}/runs`);
      return body.length === count && body.every(({ status }) => status === 'completed') && body;
    };
    return installation.waitFor(probe, { what: `${count} completed runs`, timeoutMs: 120_000 });
  }

  it('a report plan mails each recipient a PDF with the figures that the API reports', async () => {
    const { status, body } = await installation.client.send<{ runId: string }>(
      'POST',
      `/reports/${planId}/run`,
      {},
    );
    expect(status).toBe(202);
    const [run] = await completed(1);
    expect(run?.id).toBe(body.runId);
    const mails = new Map(sink.mails.map((mail): [string, SunkMail] => [mail.recipients.join(), mail]));
    expect([...mails.keys()].toSorted()).toEqual(PEOPLE);
    expect(sink.mails).toHaveLength(2);
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
    expect(files.body).toMatchObject([{ id: run?.fileId, category: 'report' }]);
  });

  it('a report plan runs once per slot with two workers', async () => {
    const { manager } = installation.database.dataSource;
    sink.mails.length = 0;
    const slot = new Date();
    const owner = { ownerKind: 'report', ownerId: String(planId) } as const;
    await manager.update(ScheduleEntity, owner, { nextFireAt: slot });
    await completed(2);
    expect(sink.mails.flatMap(({ recipients }) => recipients).toSorted()).toEqual(PEOPLE);
    const { nextFireAt } = await manager.findOneByOrFail(ScheduleEntity, owner);
    expect(nextFireAt?.toISOString()).toBe(`${slot.getUTCFullYear() + 1}-01-01T00:00:00.000Z`);
  });
});
