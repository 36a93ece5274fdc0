// Runs in the full check only: servers fail, hang, and come back.
import { join } from 'node:path';
import {
  ExportJobEntity,
  FaultEntity,
  FileEntity,
  FileRemovalEntity,
  ReportMailEntity,
  ReportRunEntity,
  WorkflowExecutionEntity,
} from '@app/entities';
import { localFolder } from '../factories/inspected-stores';
import { RunningApi } from '../factories/running-api';
import { TcpRelay } from '../factories/tcp-relay';
import { waitFor } from '../harness';
import { AppProcess } from '../servers/app-process';
import { MailSink } from '../servers/mail-sink';

const QUICK_WORKER = join(__dirname, '..', 'servers', 'quick-worker.mjs');
const FAULTS = 10;
const FIRST_MS = Date.parse('2026-03-01T00:00Z');
const BOM = '\uFEFF';
const LONG_AGO = new Date('2026-01-01T00:00:00Z');
const [ANN, BOB] = ['ann@example.org', 'bob@example.org'];

/** Matches the statement that records a file. The store already has the content then. */
const FILE_RECORDED = /INSERT INTO ["`]file["`]\(/;
const FILE_COMMITTED = [FILE_RECORDED, /COMMIT(?!TED)/];

describe('the generated file of a worker that is killed', () => {
  let api: RunningApi;
  let relay: TcpRelay;
  let sink: MailSink;
  /** The only running worker. Each test kills it and leaves another one. */
  let worker: AppProcess;
  let token: string;

  beforeAll(async () => {
    sink = await MailSink.start();
    const mail = { MAIL_HOST: '127.0.0.1', MAIL_PORT: sink.port, MAIL_SECURE: false };
    api = await RunningApi.start({ ...mail, MAIL_FROM: 'Plantroom <plantroom@example.org>' });
    relay = await TcpRelay.before(api.database.url);
    ({ token } = await api.signInAs('engineer'));
    await insertFaults();
    worker = await startWorker();
  });
  afterAll(async () => {
    await worker.kill();
    await relay.cut();
    await api.stop();
    await sink.stop();
  });

  const manager = () => api.database.dataSource.manager;

  const startWorker = () =>
    new AppProcess(
      'worker',
      Object.assign({}, api.environment, { DATABASE_URL: relay.url }),
      [],
      QUICK_WORKER,
    ).start();

  async function insertFaults(): Promise<void> {
    const faults = Array.from({ length: FAULTS }, (_, index) => ({
      title: `Fault ${index}`,
      severity: 'major' as const,
      status: 'open' as const,
      reportedAt: new Date(FIRST_MS + index * 60_000),
    }));
    await manager().insert(FaultEntity, faults);
  }

  async function post(path: string, body: object): Promise<Record<string, unknown>> {
    const answer = await api.call('POST', `/api${path}`, { token, body });
    if (answer.status >= 300) throw new Error(`${path} returned ${answer.status}: ${answer.text}`);
    return answer.body as Record<string, unknown>;
  }

  /** Creates a workflow that the event starts. @returns its id */
  async function workflowOn(event: string): Promise<string> {
    const nodes = [{ id: 'start', type: 'start', config: {} }];
    const trigger = { type: 'event', config: { event } };
    const { id } = await post('/workflows', { name: event, trigger, nodes, edges: [] });
    return String(id);
  }

  async function expectStartedOnce(workflowId: string): Promise<void> {
    const count = () => manager().countBy(WorkflowExecutionEntity, { workflowId });
    await waitFor(async () => (await count()) > 0, { what: 'the workflow' });
    expect(await count()).toBe(1);
  }

  /** Kills the worker, and sets its claim to expired, so that the test need not wait for the expiry. */
  async function killAndExpire(entity: typeof ReportRunEntity | typeof ExportJobEntity): Promise<void> {
    await worker.kill();
    await manager().update(entity, { status: 'running' }, { dueAt: LONG_AGO });
  }

  /** Makes the files of killed workers older, so that the next worker removes them from the store. */
  async function ageRemains(): Promise<void> {
    await manager().createQueryBuilder().update(FileRemovalEntity).set({ dueAt: LONG_AGO }).execute();
    await localFolder.age(api);
  }

  async function expectOnly(files: readonly FileEntity[]): Promise<void> {
    await waitFor(async () => (await manager().count(FileRemovalEntity)) === 0, {
      what: 'the removal of unfinished files',
    });
    expect(await localFolder.files(api)).toEqual(files.map(({ storageKey }) => storageKey).toSorted());
  }

  const filesOf = (producerKey: string) => manager().findBy(FileEntity, { producerKey });

  async function contentOf(file: FileEntity | undefined): Promise<string> {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${api.address}/api/files/${file?.id}/preview`, { headers });
    return Buffer.from(await response.arrayBuffer()).toString();
  }

  /** Starts work, and holds the worker when it records the file. @returns the id of the work */
  async function startAndHold(start: () => Promise<string>): Promise<string> {
    const recording = relay.holdAnswer(FILE_RECORDED);
    const id = await start();
    await recording;
    return id;
  }

  it('the generated file of a report and of an export is stored once if a worker is killed before it records the file', async () => {
    const before = await manager().find(FileEntity);
    const sections = [{ kind: 'table', metric: 'faults', groupBy: 'severity', interval: 'month' }];
    const { id: templateId } = await post('/reports/templates', {
      name: 'Table',
      config: { title: 'Table', sections },
    });
    const startReport = async (format: string): Promise<string> => {
      const plan = await post('/reports', { name: format, templateId, cron: '0 5 1 1 *', format });
      return String((await post(`/reports/${String(plan.id)}/run`, {})).runId);
    };
    const startExport = async (type: string): Promise<string> =>
      String((await post('/reports/export', { type, from: '2026-03-01', to: '2026-04-01' })).jobId);
    const rowOf = async (id: string) =>
      (await manager().findOneBy(ReportRunEntity, { id })) ??
      (await manager().findOneByOrFail(ExportJobEntity, { id }));

    const beginnings = new Map<string, string>();
    for (const { start, begins } of [
      { start: () => startReport('pdf'), begins: '%PDF-' },
      { start: () => startExport('energy'), begins: `${BOM}timestamp_utc,` },
    ]) {
      const id = await startAndHold(start);
      beginnings.set(id, begins);
    }
    await killAndExpire(ReportRunEntity);
    await killAndExpire(ExportJobEntity);
    for (const id of beginnings.keys()) {
      expect(await rowOf(id)).toMatchObject({ status: 'running', attempts: 1, fileId: null });
      expect(await filesOf(id)).toEqual([]);
    }
    await ageRemains();
    worker = await startWorker();
    for (const id of beginnings.keys())
      await waitFor(async () => (await rowOf(id)).finishedAt, {
        what: 'the next worker',
      });

    const files: FileEntity[] = [];
    for (const [id, begins] of beginnings) {
      const [file, ...others] = await filesOf(id);
      if (!file) throw new Error(`The work ${id} has no file.`);
      expect(others).toEqual([]);
      expect(await rowOf(id)).toMatchObject({
        status: 'completed',
        attempts: 2,
        fileId: file.id,
        error: null,
      });
      const content = await contentOf(file);
      expect(content.slice(0, begins.length)).toBe(begins);
      files.push(file);
    }
    await expectOnly([...before, ...files]);
  });

  it('the generated file of a report is stored once, and is not mailed again to a recipient whose mail was recorded as sent', async () => {
    const sections = [{ kind: 'table', metric: 'faults', groupBy: 'severity', interval: 'month' }];
    const template = await post('/reports/templates', {
      name: 'Faults',
      config: { title: 'Faults', sections },
    });
    const plan = await post('/reports', {
      name: 'Faults',
      templateId: template.id,
      cron: '0 5 1 1 *',
      format: 'pdf',
      recipients: [ANN, BOB],
    });
    const follower = await workflowOn('report.generated');
    const before = await manager().find(FileEntity);
    const committed = relay.holdAnswer(...FILE_COMMITTED);
    const { runId } = (await post(`/reports/${String(plan.id)}/run`, {})) as { runId: string };
    await committed;
    const row = () => manager().findOneByOrFail(ReportRunEntity, { id: runId });
    await killAndExpire(ReportRunEntity);
    expect(await row()).toMatchObject({ status: 'running', attempts: 1 });
    const files = await filesOf(runId);
    expect(files).toHaveLength(1);
    expect(sink.mails).toEqual([]);

    // The mail server accepts the mail to Bob, but its response never reaches the worker.
    sink.holdsAt = 'mail';
    sink.heldAddress = BOB;
    worker = await startWorker();
    const mails = () => manager().find(ReportMailEntity, { where: { runId }, order: { id: 'ASC' } });
    await waitFor(async () => sink.heldCount === 1 && (await mails())[0]?.status === 'completed', {
      what: 'the mails',
    });
    await worker.kill();
    sink.holdsAt = null;
    await manager().update(ReportMailEntity, { status: 'running' }, { dueAt: LONG_AGO });
    await ageRemains();
    worker = await startWorker();
    const ended = await waitFor(
      async () => {
        const current = await mails();
        return current.every(({ finishedAt }) => finishedAt) && current;
      },
      { what: 'the second mail to Bob' },
    );

    const [file] = files;
    expect(await row()).toMatchObject({ status: 'completed', attempts: 2, fileId: file?.id, error: null });
    expect(ended).toMatchObject([
      { address: ANN, status: 'completed', attempts: 1 },
      { address: BOB, status: 'completed', attempts: 2 },
    ]);
    expect(await filesOf(runId)).toEqual(files);
    await expectOnly([...before, ...files]);
    await expectStartedOnce(follower);
    const to = (address: string) => sink.mails.filter(({ recipients }) => recipients.includes(address));
    expect(to(ANN)).toHaveLength(1);
    const [first, second, ...more] = to(BOB);
    expect(more).toEqual([]);
    expect(second?.headers.get('message-id')).toBe(first?.headers.get('message-id'));
    expect(second?.attachments).toEqual(first?.attachments);
    expect(second?.attachments[0]?.content).toHaveLength(file?.sizeBytes ?? 0);
  });
});
