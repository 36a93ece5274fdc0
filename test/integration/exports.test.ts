import { EventEmitter, once } from 'node:events';
import { type EnergyDetailsService, ExportQueue, ExportRetentionService, ExportsService } from '@app/domain';
import {
  EnergySeriesService,
  ReadingIntakeService,
  RollupService,
  WorkflowExportsService,
} from '@app/domain/testing';
import {
  AlertEntity,
  AreaEntity,
  AuditEntryEntity,
  cellOf,
  ExportJobEntity,
  FaultEntity,
  FileEntity,
  KeysetLines,
  MeterEntity,
  TriggerOccurrenceEntity,
} from '@app/entities';
import { EventBus } from '@app/events';
import { Actor, newId, say } from '@app/kernel';
import { JobClient } from '@app/queue';
import { FileStore } from '@app/storage';
import type { JsonObject } from '@app/workflow-engine';
import { aWorkflow } from '../factories/a-workflow';
import { chain } from '../factories/chain';
import { ExecutionWorkshop } from '../factories/execution-workshop';
import { ExportDesk, type ExportState } from '../factories/export-desk';
import { waitFor } from '../harness';

const ZONE = 'Europe/Berlin';
const HOUR_MS = 3_600_000;
/** The starts of two ranges with readings, each around a change of the clocks. Between them, there are no readings. */
const CHANGES = ['2025-10-24T22:00Z', '2026-03-27T23:00Z'];
const RANGE = { from: '2025-10-25T12:07', to: '2026-03-30T17:23' };
/** Texts that must neither become formulas nor break rows or columns. */
const HOSTILE = [
  '=HYPERLINK("http://x","y")',
  '+1',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  'a, "b"\r\nc',
  'Küche 水 🚰',
];

const alertRow = (index: number, fields: Partial<AlertEntity> = {}): Partial<AlertEntity> => ({
  source: 'gateway',
  type: 'limit',
  originator: `P${index}`,
  originKey: `key-${index}`,
  activeKey: null,
  severity: 'major',
  state: 'cleared',
  acknowledged: false,
  title: `Alert ${index}`,
  value: null,
  occurrences: 1,
  raisedAt: new Date('2026-05-01T10:00Z'),
  lastRaisedAt: new Date('2026-05-01T10:00Z'),
  ...fields,
});

const meter = (pointCode: string, energyType = 'electricity') => ({
  pointCode,
  energyType,
  kind: 'interval',
  intervalSeconds: 3600,
  since: '2025-10-01',
});
const text = (value: number | null) => (value === null ? '' : String(value));
const at = (minutes: number) => new Date(Date.parse('2026-05-01T10:00Z') + minutes * 60_000);

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('exports', () => {
  let desk: ExportDesk;
  let areaIds: number[];

  beforeAll(async () => {
    desk = await ExportDesk.open(ZONE);
    const areas = [
      { name: '=cmd|calc' },
      { name: 'Hall, "east"', parentIndex: 0, meters: [meter('POWER'), meter('WATER', 'water')] },
      { name: 'Annex', parentIndex: 0, meters: [meter('ANNEX')] },
      { name: 'Roof' },
    ];
    const { body } = await desk.call('PUT', '/api/energy/areas', { areas });
    areaIds = (body as { areas: { id: number }[] }).areas.map(({ id }) => id);
    const intake = new ReadingIntakeService(desk.api.database.dataSource, new RollupService());
    for (const [index, pointCode] of ['POWER', 'WATER', 'ANNEX'].entries()) {
      const { id } = await desk.manager.findOneByOrFail(MeterEntity, { pointCode });
      for (const from of CHANGES) {
        const readings = Array.from({ length: 72 }, (_, hour) => ({
          atMs: Date.parse(from) + hour * HOUR_MS,
          value: (hour + 1) * (index + 1) * 1.0005,
          quality: 0,
        }));
        await intake.take(id, readings);
      }
    }
  });
  afterAll(() => desk.close());

  const details = async (areaId: number, energyType: string, interval: string) => {
    const query = new URLSearchParams({ ...RANGE, interval, energyType, areaId: String(areaId) });
    return (await desk.call('GET', `/api/energy/details?${query.toString()}`)).body as Awaited<
      ReturnType<EnergyDetailsService['points']>
    >;
  };

  describe('of energy', () => {
    it.each(['hour', 'day', 'week', 'month'])(
      'energy exports have the same figures per %s as the API, across both changes of the clocks',
      async (interval) => {
        const { name, rows } = await desk.export({ type: 'energy', ...RANGE, filters: { interval } });
        expect(name).toBe('energy-2025-10-25-2026-03-30.csv');
        // The roof has no measurements, and the annex has no water measurements.
        const series = [
          [areaIds[0], 'electricity'],
          [areaIds[0], 'water'],
          [areaIds[1], 'electricity'],
          [areaIds[1], 'water'],
          [areaIds[2], 'electricity'],
        ] as const;
        const expected = await Promise.all(series.map(([id, type]) => details(id ?? 0, type, interval)));
        expect(rows).toHaveLength(expected.flat().length);
        for (const [index, points] of expected.entries()) {
          const [id, type] = series[index] ?? [];
          const own = rows.filter((row) => row.area_id === String(id) && row.energy_type === type);
          expect(own.map(({ local_time: _local, area_name: _name, ...row }) => row)).toEqual(
            points.map(({ timestamp, value, coverage, estimated }) => ({
              timestamp_utc: timestamp,
              area_id: String(id),
              energy_type: type,
              energy_kwh: type === 'water' ? '' : text(value),
              volume_m3: type === 'water' ? text(value) : '',
              coverage: String(coverage),
              estimated: String(estimated),
            })),
          );
        }
        expect(rows.some(({ energy_kwh }) => energy_kwh !== '' && Number(energy_kwh) > 0)).toBe(true);
      },
    );

    it('energy exports are ordered by time, and contain local times and escaped names', async () => {
      const range = { from: '2026-03-29', to: '2026-03-29T05:00' };
      const { rows } = await desk.export({ type: 'energy', ...range, filters: { energyType: 'water' } });
      expect(
        rows.map(({ timestamp_utc, local_time, area_name }) => [timestamp_utc, local_time, area_name]),
      ).toEqual(
        ['2026-03-28T23', '2026-03-29T00', '2026-03-29T01', '2026-03-29T02'].flatMap((hour, index) => {
          const local = `2026-03-29 ${['00', '01', '03', '04'][index]}:00:00`;
          return ["'=cmd|calc", 'Hall, "east"'].map((name) => [`${hour}:00:00.000Z`, local, name]);
        }),
      );
    });

    it('energy exports are the same for every page size', async () => {
      const series = desk.module.get(EnergySeriesService, { strict: false });
      const read = async (interval: 'hour' | 'day', figuresPerPortion?: number) => {
        const query = {
          interval,
          zone: ZONE,
          from: new Date('2025-10-24T20:11Z'),
          to: new Date('2025-10-28T03:30Z'),
        };
        const pages = await collected(series.read(query, figuresPerPortion));
        return {
          pages: pages.length,
          rows: pages.flatMap(({ buckets, series: ofAreas }) =>
            buckets.flatMap(({ startMs }, index) =>
              ofAreas.map(({ area, figures, ...rest }) => ({
                startMs,
                id: area.id,
                ...rest,
                ...figures[index],
              })),
            ),
          ),
        };
      };
      for (const interval of ['hour', 'day'] as const) {
        const whole = await read(interval);
        const parts = await read(interval, 10);
        expect(parts.rows).toEqual(whole.rows);
        expect(parts.pages).toBeGreaterThan(whole.pages);
      }
    });

    it('energy exports have only a header if nothing was measured', async () => {
      const { rows, text } = await desk.export({ type: 'energy', ...RANGE, filters: { areaId: areaIds[3] } });
      expect(rows).toEqual([]);
      expect(text).toBe(
        '\uFEFFtimestamp_utc,local_time,area_id,area_name,energy_type,energy_kwh,volume_m3,coverage,estimated\r\n',
      );
    });
  });

  describe('of faults and alerts', () => {
    const range = { from: '2026-05-01T00:00Z', to: '2026-06-01T00:00Z' };

    beforeAll(async () => {
      await desk.manager.save(
        FaultEntity,
        HOSTILE.map((title, index) => ({
          title,
          description: index === 0 ? null : title,
          severity: index === 0 ? ('critical' as const) : ('minor' as const),
          status: index === 0 ? ('resolved' as const) : ('open' as const),
          areaId: index === 0 ? areaIds[0] : null,
          reportedAt: at(index),
          resolvedAt: index === 0 ? at(90) : null,
        })),
      );
      await desk.manager.save(FaultEntity, {
        title: 'Late',
        severity: 'minor',
        status: 'open',
        reportedAt: new Date(range.to),
      });
      await desk.manager.save(AlertEntity, [
        ...HOSTILE.map((title, index) => alertRow(index, { title, message: title, raisedAt: at(index) })),
        alertRow(100, {
          areaId: areaIds[1],
          acknowledged: true,
          acknowledgedAt: at(100.5),
          acknowledgedBy: '-ann',
          clearedAt: at(160),
          clearedBy: 'rule',
          value: -21.5,
          threshold: -20,
          raisedAt: at(100),
        }),
        alertRow(101, {
          state: 'shelved',
          activeKey: 'k',
          raisedAt: at(101),
          value: { a: '=1' },
          shelvedUntil: at(500),
          shelvedBy: 'bob',
        }),
        alertRow(102, { raisedAt: new Date(range.to) }),
      ]);
    });

    it('exports have all fields, and texts that can be read back unchanged', async () => {
      const { name, rows } = await desk.export({ type: 'faults', ...range });
      expect(name).toBe('faults-2026-05-01-2026-06-01.csv');
      expect(rows.map(({ title }) => title?.replace(/^'/, ''))).toEqual(HOSTILE);
      expect(
        rows.every(({ title, area_name }) =>
          [title, area_name].every((text) => !/^[=+\-@\t]/.test(text ?? '')),
        ),
      ).toBe(true);
      expect(rows[0]).toMatchObject({
        severity: 'critical',
        status: 'resolved',
        description: '',
        area_id: String(areaIds[0]),
        area_name: "'=cmd|calc",
        reported_at: '2026-05-01T10:00:00.000Z',
        started_at: '',
        resolved_at: '2026-05-01T11:30:00.000Z',
        time_to_resolve_s: '5400',
      });
    });

    it('exports contain the durations of alerts, and unquoted numbers', async () => {
      const { rows } = await desk.export({ type: 'alarms', ...range });
      expect(rows.slice(0, -2).map(({ title }) => title?.replace(/^'/, ''))).toEqual(HOSTILE);
      expect(rows.at(-2)).toMatchObject({
        status: 'cleared',
        acknowledged: 'true',
        acknowledged_by: "'-ann",
        time_to_acknowledge_s: '30',
        active_duration_s: '3600',
        value: '-21.5',
        threshold: '-20',
        area_name: 'Hall, "east"',
        shelved_until: '',
      });
      expect(rows.at(-1)).toMatchObject({
        status: 'active',
        acknowledged: 'false',
        active_duration_s: '',
        value: '{"a":"=1"}',
        shelved_until: '2026-05-01T18:20:00.000Z',
        shelved_by: 'bob',
      });
    });

    it.each([
      ['faults', { severity: 'critical' }, 1],
      ['faults', { status: 'open', severity: 'minor' }, HOSTILE.length - 1],
      ['alarms', { acknowledged: true }, 1],
      ['alarms', { status: 'active' }, 1],
      ['alarms', { status: 'cleared', shelved: false, source: 'gateway' }, HOSTILE.length + 1],
      ['alarms', { pointCode: 'none' }, 0],
      ['alarms', { pointCode: String.raw`\' OR '?' = '?' --` }, 0],
    ])('exports of the type %s apply the filters %j', async (type, filters, expected) => {
      expect((await desk.export({ type, ...range, filters })).rows).toHaveLength(expected);
    });

    it('exports are read in pages and contain each row once, even if many rows have the same time', async () => {
      const lines = new KeysetLines(AlertEntity, { at: 'raisedAt', id: 'id', cells: [cellOf('id')] });
      const from = new Date('2026-07-01T00:00Z');
      const to = new Date('2026-08-01T00:00Z');
      const sameTime = Array.from({ length: 8 }, (_, index) => alertRow(200 + index, { raisedAt: from }));
      const later = alertRow(300, { raisedAt: new Date('2026-07-02T00:00Z') });
      const saved = await desk.manager.save(AlertEntity, [...sameTime, later]);
      const pages = await collected(lines.read(desk.manager, { from, to }, 4));
      expect(pages.map(({ rows, until }) => [rows, until])).toEqual([
        [4, from],
        [4, from],
        [1, to],
      ]);
      expect(pages.map((page) => page.text.toString()).join('')).toBe(
        saved.map(({ id }) => `${id}\r\n`).join(''),
      );
    });
  });

  describe('as requests', () => {
    it.each([
      [{ type: 'points' }, 'type'],
      [{ from: 'yesterday' }, 'from'],
      [{ from: RANGE.to, to: RANGE.from }, 'from'],
      [{ from: '2010-01-01', to: '2026-01-01' }, 'to'],
      [{ filters: { severity: 'major' } }, 'filters.severity'],
      [{ filters: { interval: 'minute' } }, 'filters.interval'],
      [{ filters: { areaId: 2_000_000 } }, 'filters.areaId'],
      [{ filters: [] }, 'filters'],
      [{ type: 'faults', filters: { status: 'active' } }, 'filters.status'],
    ])('export requests are refused with a detail for %j', async (changes, path) => {
      const { status, body } = await desk.post({ type: 'energy', ...RANGE, ...changes });
      expect({ status, body }).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
      expect((body as { details: { path: string }[] }).details.map((detail) => detail.path)).toContain(path);
    });

    it('export requests drop unknown filters', async () => {
      const { status, body } = await desk.post({ type: 'energy', ...RANGE, filters: { colour: 'red' } });
      expect(status).toBe(202);
      const { jobId } = body as { jobId: string };
      const { filters } = await desk.manager.findOneByOrFail(ExportJobEntity, { id: jobId });
      expect(filters).toEqual({});
    });

    it('export requests start only one export for the same idempotency key, and are recorded in the audit log', async () => {
      const body = { type: 'alarms', ...RANGE, filters: { severity: 'minor' } };
      const headers = { 'idempotency-key': 'monthly' };
      const [first, second] = [await desk.post(body, headers), await desk.post(body, headers)];
      expect(second).toMatchObject({ status: 202, body: first.body });
      expect((await desk.post({ ...body, type: 'faults' }, headers)).status).toBe(409);
      const { jobId } = first.body as { jobId: string };
      expect(await desk.state(jobId)).toEqual({
        jobId,
        status: 'queued',
        progress: 0,
        fileId: null,
        error: null,
        failure: null,
      });
      const due = await desk.module.get(ExportQueue, { strict: false }).findDue(1000);
      expect(due).toContainEqual({ payload: { exportId: jobId }, jobId: `write-export-${jobId}-0` });
      const entries = await desk.manager.findBy(AuditEntryEntity, { target: `export ${jobId}` });
      expect(entries.map(({ action }) => action)).toEqual(['export.started']);
    });

    it('export requests are refused without a record while the queue is unreachable', async () => {
      const clients = desk.module.get(JobClient, { strict: false });
      jest.spyOn(clients, 'isKnownDown', 'get').mockReturnValue(true);
      const exports = desk.module.get(ExportsService, { strict: false });
      const before = await desk.manager.count(ExportJobEntity);
      const input = { type: 'alarms' as const, ...RANGE };
      for (const key of [undefined, 'during an outage']) {
        await expect(exports.start(Actor.system('test'), input, key)).rejects.toMatchObject({
          kind: 'unavailable',
          code: 'queue_unavailable',
          retryAfterSeconds: 5,
        });
      }
      jest.restoreAllMocks();
      expect(await desk.manager.count(ExportJobEntity)).toBe(before);
      expect(await exports.start(Actor.system('test'), input, 'during an outage')).toEqual(
        expect.any(String),
      );
    });

    it('export requests get 404 for an unknown export', async () => {
      expect((await desk.call('GET', `/api/reports/export/${newId()}`)).status).toBe(404);
    });
  });

  describe('whose work fails', () => {
    const request = { type: 'energy', ...RANGE };
    let published: jest.SpyInstance;
    beforeEach(() => (published = jest.spyOn(desk.module.get(EventBus, { strict: false }), 'publish')));
    afterEach(() => published.mockRestore());

    /** Returns the states of the export that were published for the event stream. */
    const updatesOf = (jobId: string): ExportState[] =>
      published.mock.calls
        .filter(([{ name }]) => name === 'export-changed')
        .map(([, update]) => update as ExportState)
        .filter((update) => update.jobId === jobId);

    it('exports are retried with growing pauses, have the status failed after the last attempt, and leave no file', async () => {
      const before = await desk.remains();
      const { JOB_ATTEMPTS, JOB_BACKOFF_MS } = desk.api.environment;
      const jobId = await desk.start(request);
      // With this filter, writing fails after the header.
      await desk.manager.update(ExportJobEntity, jobId, { filters: { interval: 'nonsense' } });
      const pauses: number[] = [];
      for (let attempt = 1; attempt <= JOB_ATTEMPTS; attempt++) {
        await desk.work(jobId);
        const { dueAt } = await desk.row(jobId);
        if (!dueAt) break;
        pauses.push(dueAt.getTime() - desk.clock.nowMs());
        await desk.work(jobId);
        expect((await desk.row(jobId)).attempts).toBe(attempt);
        desk.clock.set(dueAt.getTime());
      }
      expect(pauses).toEqual(
        Array.from({ length: JOB_ATTEMPTS - 1 }, (_, index) => JOB_BACKOFF_MS * 2 ** index),
      );
      expect(await desk.state(jobId)).toMatchObject({
        status: 'failed',
        fileId: null,
        error: 'The export failed because of an error of the service.',
        failure: { code: 'service_error' },
      });
      expect(await desk.remains()).toEqual(before);
      const updates = updatesOf(jobId);
      expect(updates.map(({ status }) => status)).toEqual([
        ...Array.from({ length: JOB_ATTEMPTS - 1 }, () => ['running', 'queued']).flat(),
        'running',
        'failed',
      ]);
      expect(updates.at(-1)).toEqual(await desk.state(jobId));
    });

    it('exports fail at once if a retry cannot succeed', async () => {
      const area = await desk.manager.save(AreaEntity, {
        id: 900,
        name: 'Tent',
        sortOrder: 9,
        parentId: null,
        status: 'normal',
      });
      const jobId = await desk.start({ ...request, filters: { areaId: area.id } });
      await desk.manager.delete(AreaEntity, { id: 900 });
      await desk.work(jobId);
      expect(await desk.state(jobId)).toMatchObject({
        status: 'failed',
        error: 'Area 900 was not found.',
      });
    });

    it('exports are released when their process stops, and the attempt is not counted', async () => {
      const before = await desk.remains();
      const jobId = await desk.start(request);
      const stopping = new AbortController();
      holdNextFile(() => stopping.abort());
      await desk.work(jobId, stopping.signal);
      expect(await desk.row(jobId)).toMatchObject({ status: 'queued', attempts: 0, claim: null });
      expect((await desk.remains()).files).toBe(before.files);
      await desk.work(jobId);
      expect(await desk.state(jobId)).toMatchObject({ status: 'completed', progress: 1 });
      const updates = updatesOf(jobId);
      // A slow export also reports its progress.
      const changes = updates.map(({ status }) => status).filter((status, at, all) => status !== all[at - 1]);
      expect(changes).toEqual(['running', 'queued', 'running', 'completed']);
      expect(updates.at(-1)).toEqual(await desk.state(jobId));
    });
  });

  /**
   * Calls `onWrite` when the content of a file arrives at the store. The store keeps the file when `onWrite` has
   * resolved.
   */
  function holdNextFile(onWrite: () => unknown): void {
    const store = desk.module.get(FileStore, { strict: false });
    const write = store.write.bind(store);
    jest.spyOn(store, 'write').mockImplementationOnce(async (...args) => {
      await onWrite();
      return write(...args);
    });
  }

  it('exports whose worker stalls are completed by another worker, with one file and one event', async () => {
    const jobId = await desk.start({ type: 'energy', ...RANGE });
    const events = new EventEmitter();
    holdNextFile(() => {
      events.emit('held');
      return once(events, 'resume');
    });
    const isHeld = once(events, 'held');
    // This worker stalls in the middle of its work, and continues after another one has completed the export.
    const lost = desk.work(jobId);
    await isHeld;
    await desk.work(jobId);
    expect(await desk.row(jobId)).toMatchObject({ status: 'running', attempts: 1 });
    // The first worker still renews its claim each second, so the test may have to expire the claim several times.
    const completed = await waitFor(
      async () => {
        await desk.manager.update(ExportJobEntity, jobId, { dueAt: desk.clock.now() });
        await desk.work(jobId);
        const row = await desk.row(jobId);
        return row.status === 'completed' && row;
      },
      { what: 'the second worker' },
    );
    expect(completed).toMatchObject({ attempts: 2, progress: 1, claim: null });
    events.emit('resume');
    await lost;
    expect(await desk.row(jobId)).toEqual(completed);
    const files = await desk.manager.findBy(FileEntity, { producer: 'exports', producerKey: jobId });
    expect(files.map(({ id }) => id)).toEqual([completed.fileId]);
    expect((await desk.remains()).removals).toBe(0);
    const occurrences = await desk.manager.findBy(TriggerOccurrenceEntity, { name: 'export.completed' });
    const own = occurrences
      .map(({ payload }) => payload)
      .filter((payload) => (payload as { jobId: string }).jobId === jobId);
    expect(own).toEqual([
      {
        event: 'export.completed',
        jobId,
        type: 'energy',
        from: '2025-10-25T10:07:00.000Z',
        to: '2026-03-30T15:23:00.000Z',
        filters: {},
        fileId: completed.fileId,
        fileName: 'energy-2025-10-25-2026-03-30.csv',
        size: files[0]?.sizeBytes,
        createdBy: completed.createdBy,
        executionId: null,
      },
    ]);
  });

  describe('from workflows', () => {
    let shop: ExecutionWorkshop;
    beforeEach(() => {
      const exports = desk.module.get(WorkflowExportsService, { strict: false });
      shop = new ExecutionWorkshop(desk.api.database, { clock: desk.clock, ports: { exports } });
    });
    afterEach(() => shop.close());

    const run = async (config: JsonObject) => {
      const { dataSource } = desk.api.database;
      const definition = chain({ export: { type: 'export', config, onError: { action: 'retry' } } });
      const workflow = await aWorkflow(dataSource, { definition });
      const { id } = await shop.execute(workflow);
      return {
        id,
        jobs: () => desk.manager.find(ExportJobEntity, { where: { executionId: id }, order: { id: 'ASC' } }),
        /** Runs the node again at a later time. The range in its configuration depends on the time. */
        next: async (advanceMs = 31_000) => {
          desk.clock.advance(advanceMs);
          await shop.run(id);
          return shop.detail(workflow.id, id);
        },
      };
    };
    const growing = { type: 'faults', from: '2026-05-01', to: '{{ new Date(Date.now()).toISOString() }}' };

    it('exports are started once, return their file, and cause an event that names the execution', async () => {
      const { id, jobs, next } = await run(growing);
      expect(await next()).toMatchObject({ status: 'running' });
      const [job, ...others] = await jobs();
      if (!job) throw new Error('The workflow has started no export.');
      expect(others).toEqual([]);
      await desk.work(job.id);
      const { status, nodeResults } = await next();
      const { fileId } = await desk.state(job.id);
      expect([status, nodeResults.at(-1)]).toMatchObject([
        'success',
        { attempts: 1, output: { jobId: job.id, fileId, status: 'completed' } },
      ]);
      const events = await desk.manager.findBy(TriggerOccurrenceEntity, { name: 'export.completed' });
      const own = events.filter(({ payload }) => (payload as { executionId: string }).executionId === id);
      expect(own.map(({ chainDepth }) => chainDepth)).toEqual([1]);
    });

    it('a failed export fails its node, and a retry of the node starts another export', async () => {
      const { jobs, next } = await run(growing);
      const [first] = await jobs();
      await desk.manager.update(ExportJobEntity, first?.id ?? '', {
        status: 'failed',
        error: say('other', { reason: 'Full.' }),
      });
      expect(await next()).toMatchObject({ status: 'running' });
      const [, second] = await jobs();
      await desk.work(second?.id ?? '');
      const { status, nodeResults } = await next();
      expect([status, nodeResults.at(-1)]).toMatchObject([
        'success',
        { attempts: 2, logs: [expect.stringContaining('Full.'), expect.any(String)] },
      ]);
    });

    it('exports from workflows are refused for the same reasons as other export requests', async () => {
      const { next } = await run({ ...growing, filters: { interval: 'day' } });
      const { error } = await next();
      expect(error?.message).toMatch(/filters do not fit/);
    });
  });

  it('exports are deleted after 30 days, but their files remain', async () => {
    const jobId = await desk.start({ type: 'faults', ...RANGE });
    await desk.work(jobId);
    const { fileId } = await desk.state(jobId);
    const waiting = await desk.start({ type: 'faults', ...RANGE });
    const prune = () =>
      desk.module.get(ExportRetentionService, { strict: false }).prune(new AbortController().signal);
    desk.clock.advance(30 * 24 * HOUR_MS - 1);
    await prune();
    expect(await desk.state(jobId)).toMatchObject({ status: 'completed' });
    desk.clock.advance(2);
    await prune();
    expect((await desk.call('GET', `/api/reports/export/${jobId}`)).status).toBe(404);
    expect((await desk.call('GET', `/api/files/${fileId}`)).status).toBe(200);
    expect(await desk.state(waiting)).toMatchObject({ status: 'queued' });
  });
});
