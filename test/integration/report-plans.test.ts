import { say } from '@app/kernel';
// Runs in the full check only: it draws reports.
import { EventEmitter, once } from 'node:events';
import type { ReportRunUpdate } from '@app/contracts';
import { ReportRetentionService, ReportRunQueue, ScheduleUpkeepService, SchedulesService } from '@app/domain';
import { WorkflowReportsService } from '@app/domain/testing';
import {
  AuditEntryEntity,
  FileEntity,
  ReportMailEntity,
  ReportPlanEntity,
  ReportRunEntity,
  ScheduleEntity,
  TriggerOccurrenceEntity,
} from '@app/entities';
import { EventBus } from '@app/events';
import { FileStore } from '@app/storage';
import type { JsonObject } from '@app/workflow-engine';
import { aWorkflow } from '../factories/a-workflow';
import { chain } from '../factories/chain';
import { ExecutionWorkshop } from '../factories/execution-workshop';
import { pdfPages } from '../factories/read-report';
import { ReportDesk } from '../factories/report-desk';
import { waitFor } from '../harness';

const DAY_MS = 24 * 3_600_000;
const START = Date.parse('2030-05-01T10:00:30Z');
const PEOPLE = ['ann@example.org', 'bob@example.org', 'cid@example.org'];

describe('report plans', () => {
  let desk: ReportDesk;

  beforeAll(async () => {
    desk = await ReportDesk.open('Europe/London', START);
  });
  afterAll(() => desk.close());
  beforeEach(async () => {
    for (const entity of [ReportPlanEntity, ScheduleEntity, ReportRunEntity, ReportMailEntity]) {
      await desk.manager.deleteAll(entity);
    }
    desk.clock.set(START);
    desk.refused.clear();
    desk.sink.mails.length = 0;
  });

  const slotOf = async (id: number) =>
    (await desk.manager.findOneBy(ScheduleEntity, { ownerKind: 'report', ownerId: String(id) }))?.nextFireAt;
  const fireDue = () => desk.module.get(SchedulesService, { strict: false }).fireDue();

  describe('as records', () => {
    it('report plans are created, changed, listed and deleted', async () => {
      const body = {
        name: 'Monthly',
        templateId: 3,
        cron: '30 5 1 * *',
        enabled: true,
        recipients: PEOPLE.slice(0, 1),
        format: 'excel',
      };
      const created = await desk.call('POST', '/reports', body);
      const defaults = { timezone: null, language: null, areaIds: [], range: 'lastMonth' };
      const state = { lastRunAt: null, lastStatus: null };
      expect(created).toMatchObject({ status: 201, body: { ...body, ...defaults, ...state } });
      const { id, nextRunAt } = created.body as { id: number; nextRunAt: string };
      expect(nextRunAt).toBe((await slotOf(id))?.toISOString());
      const off = await desk.plan({ enabled: false });
      const listed = async (query: string) =>
        ((await desk.call('GET', `/reports${query}`)).body as { id: number }[]).map((plan) => plan.id);
      expect(await listed('')).toEqual([id, off]);
      expect(await listed('?enabled=false')).toEqual([off]);
      expect(await listed('?enabled=true&page=1&limit=1')).toEqual([id]);
      expect(await slotOf(off)).toBeUndefined();
      // A client may send back the whole record that it received, with one field changed, even if an area was deleted.
      await desk.manager.update(ReportPlanEntity, { id }, { areaIds: [4711] });
      const change = { enabled: false, areaIds: [4711] };
      const changed = await desk.call('PUT', `/reports/${id}`, { ...(created.body as object), ...change });
      expect(changed).toMatchObject({ status: 200, body: { ...body, ...change, nextRunAt: null } });
      expect(await slotOf(id)).toBeUndefined();
      expect((await desk.call('DELETE', `/reports/${id}`)).body).toEqual({ success: true });
      expect((await desk.call('DELETE', `/reports/${id}`)).status).toBe(404);
      const entries = await desk.manager.findBy(AuditEntryEntity, { target: `report ${id}` });
      expect(entries.map(({ action }) => action).toSorted()).toEqual([
        'report.changed',
        'report.created',
        'report.removed',
      ]);
    });

    it.each([
      [{ cron: '61 * * * *' }, 'cron'],
      [{ cron: '@daily' }, 'cron'],
      [{ templateId: 4711 }, 'templateId'],
      [{ areaIds: [4711] }, 'areaIds[0]'],
      [{ timezone: 'Europe/Atlantis' }, 'timezone'],
      [{ range: 'tomorrow' }, 'range'],
      [{ format: 'docx' }, 'format'],
      [{ recipients: ['ann@example.org', 'ANN@example.org'] }, 'recipients'],
      [{ recipients: ['ann@example.org\r\nBcc: eve@example.org'] }, 'recipients'],
      [{ name: null }, 'name'],
    ])('report plans are refused with a detail: %j', async (changes, path) => {
      const plan = { name: 'Site', templateId: 1, cron: '0 5 * * *', format: 'pdf' };
      const id = await desk.plan({});
      for (const answer of [
        await desk.call('POST', '/reports', { ...plan, ...changes }),
        await desk.call('PUT', `/reports/${id}`, changes),
      ]) {
        expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
        const paths = (answer.body as { details: { path: string }[] }).details.map((detail) => detail.path);
        expect(paths.some((each) => each.startsWith(path))).toBe(true);
      }
    });
  });

  describe('on their schedule', () => {
    it('report plans run once per slot with two workers, and their period is relative to the slot', async () => {
      const id = await desk.plan({ cron: '0 5 * * *', timezone: 'Pacific/Kiritimati', range: 'yesterday' });
      await desk.manager.update(
        ScheduleEntity,
        { ownerId: String(id) },
        { nextFireAt: new Date(START - 45_000) },
      );
      const counts = await Promise.all([fireDue(), fireDue()]);
      expect(counts[0] + counts[1] + (await fireDue())).toBe(1);
      const [run, ...others] = await desk.runs(id);
      expect(others).toEqual([]);
      // The slot is before midnight in Kiritimati, which is 14 hours ahead of UTC, and the runs begin after midnight.
      expect(run).toMatchObject({
        status: 'queued',
        from: '2030-04-29T10:00:00.000Z',
        to: '2030-04-30T10:00:00.000Z',
      });
      const due = await desk.module.get(ReportRunQueue, { strict: false }).findDue(10);
      expect(due).toEqual([{ payload: { runId: run?.id }, jobId: `write-report-${run?.id}-0` }]);
      expect((await desk.call('GET', '/reports')).body).toMatchObject([
        { id, lastStatus: 'queued', lastRunAt: new Date(START).toISOString() },
      ]);
    });

    it('report plans run neither for a missed slot nor while they are disabled, and missing schedules are repaired', async () => {
      const [missed, off] = [await desk.plan({}), await desk.plan({})];
      await desk.manager.update(
        ScheduleEntity,
        { ownerKind: 'report' },
        { nextFireAt: new Date(START - 61_000) },
      );
      await desk.call('PUT', `/reports/${off}`, { enabled: false });
      expect(await fireDue()).toBe(0);
      expect(await slotOf(missed)).toEqual(new Date('2030-05-02T04:30:00Z'));
      await desk.manager.deleteAll(ScheduleEntity);
      const upkeep = desk.module.get(ScheduleUpkeepService, { strict: false });
      expect(await upkeep.reconcile()).toBe(1);
      expect(await slotOf(missed)).toEqual(new Date('2030-05-02T04:30:00Z'));
      expect(await upkeep.reconcile()).toBe(0);
    });
  });

  describe('that are run on demand', () => {
    it('report plans mail the created file to each recipient', async () => {
      const id = await desk.plan({ name: 'Daily: site', recipients: PEOPLE.slice(0, 2) });
      const runId = await desk.start(id);
      await desk.generate(runId);
      const [generated] = await desk.runs(id);
      expect(generated).toMatchObject({ status: 'sending', error: null, finishedAt: null });
      await desk.sendDue();
      await desk.sendDue();
      const [run] = await desk.runs(id);
      expect(run).toMatchObject({
        id: runId,
        status: 'completed',
        recipients: PEOPLE.slice(0, 2).map((address) => ({
          address,
          status: 'sent',
          attempts: 1,
          error: null,
        })),
      });
      expect(desk.delivered).toEqual(PEOPLE.slice(0, 2));
      const file = await desk.manager.findOneByOrFail(FileEntity, { id: run?.fileId ?? '' });
      expect(file).toMatchObject({ category: 'report', mimeType: 'application/pdf' });
      const [mail] = desk.sink.mails;
      expect(mail?.headers.get('subject')).toMatch(/^Daily: site: /);
      const [attachment] = mail?.attachments ?? [];
      expect(attachment?.name).toBe(file.name);
      expect(attachment?.content).toHaveLength(file.sizeBytes);
      expect((await pdfPages(attachment?.content ?? Buffer.alloc(0)))[0]).toContain('Daily site sheet');
      const occurrences = await desk.manager.findBy(TriggerOccurrenceEntity, { name: 'report.generated' });
      expect(occurrences.map(({ payload }) => payload)).toContainEqual(
        expect.objectContaining({ runId, planId: id, fileId: file.id, fileName: file.name, format: 'pdf' }),
      );
    });

    it.each([
      ['csv', /\.csv$/],
      ['excel', /\.xlsx$/],
    ])('report plans create a file in the format %s', async (format, name) => {
      const id = await desk.plan({ format });
      await desk.generate(await desk.start(id));
      const [run] = await desk.runs(id);
      expect(run).toMatchObject({ status: 'completed', recipients: [] });
      const { body } = await desk.call('GET', `/files/${run?.fileId}`);
      expect((body as { name: string }).name).toMatch(name);
    });

    it('each state of a run is published, also those that its mails cause', async () => {
      const published = jest.spyOn(desk.module.get(EventBus, { strict: false }), 'publish');
      const statesOf = (id: string) => {
        const updates = published.mock.calls
          .filter(([{ name }]) => name === 'report-run-changed')
          .map(([, update]) => update as ReportRunUpdate)
          .filter(({ runId }) => runId === id);
        // The progress of a slow run may be published, too.
        const changes = updates.filter(({ status }, index) => status !== updates[index - 1]?.status);
        return changes.map(({ planId, status }) => [planId, status]);
      };
      const planId = await desk.plan({ recipients: PEOPLE.slice(0, 1), format: 'csv' });
      const runIds = [await desk.start(planId), await desk.start(planId)];
      for (const [index, runId] of runIds.entries()) {
        await desk.generate(runId);
        if (index === 1) desk.refused.set(PEOPLE[0] ?? '', 550);
        await desk.sendDue();
      }
      const states = runIds.map(statesOf);
      published.mockRestore();
      expect(states).toEqual(
        ['completed', 'undelivered'].map((end) =>
          ['running', 'sending', end].map((status) => [planId, status]),
        ),
      );
    });

    it('report plans start only one run per idempotency key', async () => {
      const id = await desk.plan({});
      const headers = { 'idempotency-key': 'now' };
      const path = `/reports/${id}/run`;
      const first = await desk.call('POST', path, undefined, headers);
      expect(await desk.call('POST', path, undefined, headers)).toMatchObject({
        status: 202,
        body: first.body,
      });
      expect(await desk.runs(id)).toHaveLength(1);
      expect((await desk.call('POST', '/reports/4711/run')).status).toBe(404);
    });

    it('if a file is too large to attach, report plans send a mail that says where the file is', async () => {
      const id = await desk.plan({ recipients: PEOPLE.slice(0, 1), format: 'csv' });
      const runId = await desk.start(id);
      await desk.generate(runId);
      const { fileId } = await desk.row(runId);
      await desk.manager.update(FileEntity, { id: fileId ?? '' }, { sizeBytes: 2_000_001 });
      await desk.sendDue();
      const [mail] = desk.sink.mails;
      expect(mail?.attachments).toEqual([]);
      expect(mail?.text).toContain('too large for a mail (2.0 MB)');
      expect((await desk.runs(id))[0]).toMatchObject({ status: 'completed' });
    });

    it('report plans are retried with growing pauses, and fail together with their mails after the last attempt', async () => {
      const { JOB_ATTEMPTS, JOB_BACKOFF_MS } = desk.api.environment;
      const files = await desk.manager.count(FileEntity);
      const id = await desk.plan({ recipients: PEOPLE.slice(0, 1), format: 'csv' });
      const runId = await desk.start(id);
      const store = desk.module.get(FileStore, { strict: false });
      const failing = jest.spyOn(store, 'write').mockRejectedValue(new Error('The disk is full'));
      const pauses: number[] = [];
      for (let attempt = 1; attempt <= JOB_ATTEMPTS; attempt++) {
        await desk.generate(runId);
        const { dueAt } = await desk.row(runId);
        if (!dueAt) break;
        pauses.push(dueAt.getTime() - desk.clock.nowMs());
        desk.clock.set(dueAt.getTime());
      }
      failing.mockRestore();
      expect(pauses).toEqual(
        Array.from({ length: JOB_ATTEMPTS - 1 }, (_, index) => JOB_BACKOFF_MS * 2 ** index),
      );
      const [run] = await desk.runs(id);
      expect(run).toMatchObject({
        status: 'failed',
        fileId: null,
        error: 'The report failed because of an error of the service.',
        recipients: [{ status: 'failed', attempts: 0, error: 'The report could not be created.' }],
      });
      await desk.sendDue();
      expect(desk.delivered).toEqual([]);
      expect(await desk.manager.count(FileEntity)).toBe(files);
    });

    it('report runs are completed by another worker if their worker stalls, with one file and one mail', async () => {
      const id = await desk.plan({ recipients: PEOPLE.slice(0, 1), format: 'csv' });
      const runId = await desk.start(id);
      const events = new EventEmitter();
      const store = desk.module.get(FileStore, { strict: false });
      const write = store.write.bind(store);
      jest.spyOn(store, 'write').mockImplementationOnce(async (...args) => {
        events.emit('held');
        await once(events, 'resume');
        return write(...args);
      });
      const isHeld = once(events, 'held');
      // This worker stalls in the middle of its work, and continues after another one has completed the run.
      const lost = desk.generate(runId);
      await isHeld;
      const other = await desk.another();
      const completed = await waitFor(
        async () => {
          await desk.manager.update(ReportRunEntity, runId, { dueAt: desk.clock.now() });
          await desk.generate(runId, other);
          const row = await desk.row(runId);
          return row.status === 'completed' && row;
        },
        { what: 'the second worker' },
      ).finally(() => events.emit('resume'));
      await lost;
      await other.close();
      expect(await desk.row(runId)).toEqual(completed);
      const files = await desk.manager.findBy(FileEntity, { producer: 'reports', producerKey: runId });
      expect(files.map((file) => file.id)).toEqual([completed.fileId]);
      await desk.sendDue();
      expect(desk.delivered).toEqual(PEOPLE.slice(0, 1));
    });
  });

  describe('from workflows', () => {
    let shop: ExecutionWorkshop;
    beforeEach(() => {
      const reports = desk.module.get(WorkflowReportsService, { strict: false });
      shop = new ExecutionWorkshop(desk.api.database, { clock: desk.clock, ports: { reports } });
    });
    afterEach(() => shop.close());

    const run = async (config: JsonObject) => {
      const definition = chain({ report: { type: 'report', config, onError: { action: 'retry' } } });
      const workflow = await aWorkflow(desk.api.database.dataSource, { definition });
      const { id } = await shop.execute(workflow);
      return {
        id,
        runs: () => desk.manager.find(ReportRunEntity, { where: { executionId: id }, order: { id: 'ASC' } }),
        /** Runs the node again at a later time. */
        next: async () => {
          desk.clock.advance(31_000);
          await shop.run(id);
          return shop.detail(workflow.id, id);
        },
      };
    };
    const withoutPlan = { templateId: 1, range: 'yesterday', format: 'csv' };

    it.each(['a plan', 'a template without a plan'])(
      'the workflow node report runs %s once, returns its file, and causes an event that names the execution',
      async (source) => {
        const planId = source === 'a plan' ? await desk.plan({ format: 'csv', recipients: PEOPLE }) : null;
        const { id, runs, next } = await run(planId === null ? withoutPlan : { planId });
        expect(await next()).toMatchObject({ status: 'running' });
        const [report, ...others] = await runs();
        if (!report) throw new Error('The workflow has started no report.');
        expect(others).toEqual([]);
        await desk.generate(report.id);
        const { status, nodeResults } = await next();
        const completed = await desk.row(report.id);
        const period = ['2030-04-29T23:00:00.000Z', '2030-04-30T23:00:00.000Z'];
        expect([completed.fromAt, completed.toAt].map((at) => at.toISOString())).toEqual(period);
        expect(completed).toMatchObject({ planId, format: 'csv', fileId: expect.any(String) });
        expect([status, nodeResults.at(-1)]).toMatchObject([
          'success',
          { attempts: 1, output: { runId: report.id, fileId: completed.fileId, status: 'completed' } },
        ]);
        expect(await runs()).toHaveLength(1);
        expect((await desk.mails(report.id)).map(({ address }) => address)).toEqual(
          planId === null ? [] : PEOPLE,
        );
        const events = await desk.manager.findBy(TriggerOccurrenceEntity, { name: 'report.generated' });
        const own = events.filter(({ payload }) => (payload as { executionId: string }).executionId === id);
        expect(own).toMatchObject([{ chainDepth: 1, payload: { runId: report.id, planId } }]);
      },
    );

    it('the workflow node report fails if its report fails, and a retry of the node starts another run', async () => {
      const { runs, next } = await run(withoutPlan);
      const [first] = await runs();
      await desk.manager.update(ReportRunEntity, first?.id ?? '', {
        status: 'failed',
        error: say('other', { reason: 'Full.' }),
      });
      expect(await next()).toMatchObject({ status: 'running' });
      const [, second, ...others] = await runs();
      expect(others).toEqual([]);
      await desk.generate(second?.id ?? '');
      const { status, nodeResults } = await next();
      expect([status, nodeResults.at(-1)]).toMatchObject([
        'success',
        {
          attempts: 2,
          output: { runId: second?.id },
          logs: [expect.stringContaining('Full.'), expect.any(String)],
        },
      ]);
    });
  });

  describe('with mails that fail', () => {
    it('report plans retry only the failed mails, each with its own pauses, and never mail a recipient twice', async () => {
      const { JOB_ATTEMPTS, JOB_BACKOFF_MS } = desk.api.environment;
      const [ann = '', bob = '', cid = ''] = PEOPLE;
      const id = await desk.plan({ recipients: PEOPLE, format: 'csv' });
      const runId = await desk.start(id);
      await desk.generate(runId);
      desk.refused.set(bob, 451).set(cid, 550);
      await desk.sendDue();
      const byAddress = async () => new Map((await desk.mails(runId)).map((mail) => [mail.address, mail]));
      const first = await byAddress();
      expect(first.get(ann)).toMatchObject({ status: 'completed', attempts: 1 });
      // The status 550 is final, so the mail is not retried.
      expect(first.get(cid)).toMatchObject({ status: 'failed', attempts: 1, dueAt: null });
      expect(first.get(bob)).toMatchObject({
        status: 'queued',
        attempts: 1,
        dueAt: new Date(START + JOB_BACKOFF_MS),
        error: say('mail_failed'),
      });
      expect((await desk.runs(id))[0]).toMatchObject({ status: 'sending' });
      for (let attempt = 2; attempt <= JOB_ATTEMPTS; attempt++) {
        desk.clock.set(((await byAddress()).get(bob)?.dueAt ?? new Date(0)).getTime());
        await desk.sendDue();
      }
      const [run] = await desk.runs(id);
      expect(run).toMatchObject({
        status: 'undelivered',
        recipients: [
          { address: ann, status: 'sent', attempts: 1, error: null },
          { address: bob, status: 'failed', attempts: JOB_ATTEMPTS },
          { address: cid, status: 'failed', attempts: 1 },
        ],
      });
      expect(desk.delivered).toEqual([ann]);
      expect((await desk.call('GET', '/reports')).body).toMatchObject([{ id, lastStatus: 'undelivered' }]);
    });

    it('report plans send a refused mail again, until the mail server accepts it', async () => {
      const id = await desk.plan({ recipients: PEOPLE, format: 'csv' });
      const runId = await desk.start(id);
      await desk.generate(runId);
      desk.refused.set(PEOPLE[1] ?? '', 451);
      await desk.sendDue();
      desk.refused.clear();
      desk.clock.advance(desk.api.environment.JOB_BACKOFF_MS);
      await desk.sendDue();
      await desk.sendDue();
      expect((await desk.runs(id))[0]).toMatchObject({ status: 'completed' });
      expect(desk.delivered).toEqual(PEOPLE);
    });
  });

  it('report plans protect the files of their runs from deletion, and lose their unsent mails when they are deleted', async () => {
    const id = await desk.plan({ name: 'Bill', recipients: PEOPLE, format: 'csv' });
    const runId = await desk.start(id);
    await desk.generate(runId);
    const { fileId } = await desk.row(runId);
    const refused = await desk.call('DELETE', `/files/${fileId}`);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'file_in_use',
        details: [{ path: `report ${id}`, message: expect.stringContaining('Bill') }],
      },
    });
    expect(await slotOf(id)).toBeDefined();
    expect((await desk.call('DELETE', `/reports/${id}`)).status).toBe(200);
    expect(await slotOf(id)).toBeUndefined();
    await desk.sendDue();
    expect(desk.delivered).toEqual([]);
    expect([await desk.manager.count(ReportRunEntity), await desk.manager.count(ReportMailEntity)]).toEqual([
      0, 0,
    ]);
    expect((await desk.call('DELETE', `/files/${fileId}`)).status).toBe(200);
  });

  it('report plans lose their runs after 90 days, except the newest run of each plan', async () => {
    const id = await desk.plan({ format: 'csv', recipients: PEOPLE.slice(0, 1) });
    const runIds = [await desk.start(id), await desk.start(id)];
    for (const runId of runIds) await desk.generate(runId);
    const prune = () =>
      desk.module.get(ReportRetentionService, { strict: false }).prune(new AbortController().signal);
    desk.clock.advance(90 * DAY_MS);
    await prune();
    expect(await desk.runs(id)).toHaveLength(2);
    desk.clock.advance(1);
    await prune();
    expect((await desk.runs(id)).map((run) => run.id)).toEqual([runIds[1]]);
    expect(await desk.manager.count(ReportMailEntity)).toBe(1);
  });
});
