import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { join } from 'node:path';
import { createBackup, type EndedWork, openForBackup, restoreBackup } from '@app/backups';
import {
  BackupEntity,
  createDataSource,
  ExecutionWaitEntity,
  ExportJobEntity,
  NotificationDeliveryEntity,
  ReportMailEntity,
  ReportRunEntity,
  TriggerHoldEntity,
  TriggerOccurrenceEntity,
  WorkflowExecutionEntity,
} from '@app/entities';
import { newId } from '@app/kernel';
import { LocalFileStore } from '@app/storage';
import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';
import { aWorkflow } from '../factories/a-workflow';
import { anExecution } from '../factories/an-execution';
import { dropDatabase, openDatabase, type TestDatabase, testEnvironment } from '../harness';

const BEFORE = new Date('2026-05-01T02:00:00Z');
const NOW = new Date('2026-05-01T11:00:00Z');
const LATER = new Date('2026-05-01T18:00:00Z');
const UNDER_WAY = {
  status: 'running',
  attempts: 1,
  claim: newId(),
  dueAt: BEFORE,
  finishedAt: null,
} as const;
const RANGE = { fromAt: BEFORE, toAt: NOW, timezone: 'UTC', createdAt: BEFORE, createdBy: 'ada' };

describe('work that was under way when a backup was made', () => {
  let source: TestDatabase;
  let bytes: Buffer;
  let restored: DataSource | undefined;
  const url = () => `${source.url}_restored`;
  const ids = {
    claimed: newId(),
    due: newId(),
    queued: newId(),
    waiting: newId(),
    waitingForCall: newId(),
    success: newId(),
    run: newId(),
    exporting: newId(),
    exported: newId(),
  };

  beforeAll(async () => {
    source = await openDatabase();
    await insertWork(source.dataSource);
    const output = new PassThrough();
    const written = buffer(output);
    const dataSource = await openForBackup(source.url);
    await createBackup({ dataSource, files: null, output, passphrase: null, now: BEFORE });
    await dataSource.destroy();
    bytes = await written;
  });
  afterEach(async () => {
    await restored?.destroy();
    restored = undefined;
    await dropDatabase(url());
  });
  afterAll(() => source.drop());

  async function insertWork(dataSource: DataSource): Promise<void> {
    const { manager } = dataSource;
    const { id: workflowId } = await aWorkflow(dataSource);
    const running = { status: 'running', startedAt: BEFORE } as const;
    const executions: Partial<WorkflowExecutionEntity>[] = [
      { id: ids.claimed, ...running, dueAt: LATER, claimedBy: newId(), claimedUntil: LATER },
      { id: ids.due, ...running, dueAt: BEFORE },
      { id: ids.queued, ...running, startedAt: null, dueAt: null, serialNumber: 2 },
      { id: ids.waiting, ...running, dueAt: LATER },
      { id: ids.waitingForCall, ...running, dueAt: LATER },
      { id: ids.success },
    ];
    for (const execution of executions) await anExecution(dataSource, workflowId, execution);
    await manager.insert(ExecutionWaitEntity, {
      executionId: ids.waitingForCall,
      stepKey: 'approval',
      kind: 'call',
      status: 'waiting',
      nodeId: 'approval',
      tokenHash: 'hash',
      names: [],
      given: {},
      createdAt: BEFORE,
      countsFrom: BEFORE,
      expiresAt: LATER,
    });
    await manager.insert(BackupEntity, [
      {
        id: newId(),
        scheduled: true,
        includesFiles: true,
        createdBy: 'schedule',
        createdAt: BEFORE,
        progress: 0.2,
        activeKey: 'active',
        ...UNDER_WAY,
      },
    ]);
    const job = { type: 'faults', filters: {}, ...RANGE, ...UNDER_WAY } as const;
    await manager.insert(ExportJobEntity, [
      { ...job, id: ids.exporting, progress: 0.5 },
      {
        ...job,
        id: ids.exported,
        progress: 1,
        status: 'completed',
        dueAt: null,
        claim: null,
        finishedAt: BEFORE,
      },
    ]);
    const run = {
      name: 'Site',
      templateId: 1,
      format: 'pdf',
      language: 'en-US',
      progress: 0,
    } as const;
    await manager.insert(ReportRunEntity, { id: ids.run, areaIds: [], ...run, ...RANGE, ...UNDER_WAY });
    const mail = { runId: ids.run, progress: 0, ...UNDER_WAY } as const;
    await manager.insert(ReportMailEntity, [
      { ...mail, id: newId(), address: 'ann@example.org' },
      { ...mail, id: newId(), address: 'bob@example.org', status: 'queued', dueAt: null },
    ]);
    const delivery = (status: 'pending' | 'held' | 'sent', dueAt: Date | null) => ({
      id: newId(),
      uniqueKey: newId(),
      ruleId: 1,
      alertId: 1,
      type: 'alert.raised' as const,
      status,
      dueAt,
      channel: { kind: 'mail' as const, to: ['ann@example.org'] },
      targetKey: 'key',
      isExcess: false,
      attempts: 0,
      createdAt: BEFORE,
    });
    await manager.insert(NotificationDeliveryEntity, [
      delivery('pending', LATER),
      delivery('held', BEFORE),
      delivery('held', LATER),
      delivery('sent', null),
    ]);
    await manager.insert(TriggerOccurrenceEntity, {
      id: newId(),
      kind: 'event',
      name: 'alert.raised',
      payload: {},
      occurredAt: BEFORE,
      recordedAt: BEFORE,
    });
    const hold = { workflowId, side: 'above', lagMs: 0 } as const;
    await manager.insert(TriggerHoldEntity, [
      { ...hold, code: 'FIRED', sinceAt: null },
      { ...hold, code: 'HELD', sinceAt: BEFORE },
    ]);
  }

  async function restore(continueWork: boolean): Promise<EndedWork> {
    const { endedWork } = await restoreBackup({
      url: url(),
      fileName: 'backup.tar.gz',
      open: () => Readable.from([bytes]),
      passphrase: null,
      files: new LocalFileStore(join(testEnvironment().DATA_DIR, 'uploads')),
      overwrite: false,
      otherInstallation: false,
      continueWork,
      now: NOW,
    });
    restored = await createDataSource(url()).initialize();
    return endedWork;
  }

  const rows = <Row extends ObjectLiteral>(entity: EntityTarget<Row>) => {
    if (!restored) throw new Error('The restore returned no result.');
    return restored.manager.find(entity, { order: { id: 'ASC' } as never });
  };

  it('unfinished work fails after the restore and is never repeated, unless it waits for a later time', async () => {
    const counts = {
      backups: 1,
      exports: 1,
      reports: 1,
      messages: 4,
      executions: 4,
      occurrences: 1,
      holds: 1,
    };
    expect(await restore(false)).toEqual(counts);
    const failed = {
      status: 'failed',
      dueAt: null,
      error: { message: expect.stringContaining('had not ended') as string },
    };
    const ended = { ...failed, claim: null, finishedAt: NOW };
    expect(await rows(BackupEntity)).toMatchObject([{ ...ended, activeKey: null }]);
    expect(await rows(ExportJobEntity)).toMatchObject([
      ended,
      { id: ids.exported, status: 'completed', error: null },
    ]);
    expect(await rows(ReportRunEntity)).toMatchObject([ended]);
    expect(await rows(ReportMailEntity)).toMatchObject([ended, ended]);
    expect(await rows(NotificationDeliveryEntity)).toMatchObject([
      failed,
      failed,
      { status: 'held', dueAt: LATER },
      { status: 'sent', error: null },
    ]);
    const executions = await rows(WorkflowExecutionEntity);
    const byId = new Map(executions.map((execution) => [execution.id, execution]));
    const failedExecution = { ...failed, claimedBy: null, claimedUntil: null, finishedAt: NOW, version: 2 };
    expect(byId.get(ids.claimed)).toMatchObject(failedExecution);
    expect(byId.get(ids.due)).toMatchObject(failedExecution);
    expect(byId.get(ids.waitingForCall)).toMatchObject(failedExecution);
    expect(byId.get(ids.queued)).toMatchObject({ ...failedExecution, startedAt: null });
    expect(byId.get(ids.waiting)).toMatchObject({ status: 'running', dueAt: LATER, version: 1 });
    expect(byId.get(ids.success)).toMatchObject({ status: 'success', version: 1 });
    expect(await rows(TriggerOccurrenceEntity)).toEqual([]);
    expect(await restored?.manager.count(ExecutionWaitEntity)).toBe(0);
    expect(await restored?.manager.find(TriggerHoldEntity, { order: { code: 'ASC' } })).toMatchObject([
      { code: 'FIRED', sinceAt: null },
      { code: 'HELD', sinceAt: null },
    ]);
  });

  it('unfinished work is restored unchanged with continueWork, except the unfinished backup, which is marked as failed', async () => {
    const none = { exports: 0, reports: 0, messages: 0, executions: 0, occurrences: 0, holds: 0 };
    expect(await restore(true)).toEqual({ backups: 1, ...none });
    expect(await rows(BackupEntity)).toMatchObject([{ status: 'failed', activeKey: null }]);
    for (const entity of [
      ExportJobEntity,
      ReportRunEntity,
      ReportMailEntity,
      NotificationDeliveryEntity,
      WorkflowExecutionEntity,
      TriggerOccurrenceEntity,
    ] as EntityTarget<ObjectLiteral>[]) {
      expect(await rows(entity)).toEqual(
        await source.dataSource.manager.find(entity, { order: { id: 'ASC' } }),
      );
    }
    expect(await restored?.manager.findOneBy(TriggerHoldEntity, { code: 'HELD' })).toMatchObject({
      sinceAt: BEFORE,
    });
  });
});
