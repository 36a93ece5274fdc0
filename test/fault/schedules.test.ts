// Runs in the full check only: servers fail, hang, and come back.
import { AutomationModule, PlatformModule, SchedulesService, ScheduleUpkeepService } from '@app/domain';
import { type WorkflowEntity, WorkflowExecutionEntity } from '@app/entities';
import { Clock, FixedClock } from '@app/kernel';
import { JobClient } from '@app/queue';
import { Logger } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { Redis } from 'ioredis';
import { aWorkflow } from '../factories/a-workflow';
import { TcpRelay } from '../factories/tcp-relay';
import { openDatabase, type TestDatabase, testEnvironment, waitFor } from '../harness';
import { processModules } from '../factories/process-modules';

const MINUTE_MS = 60_000;

describe('schedules during an outage of the queue', () => {
  const clock = new FixedClock(Date.parse('2026-05-01T10:00:30Z'));
  let database: TestDatabase;
  let queue: TestDatabase;
  let line: TcpRelay;
  let worker: TestingModule;
  let workflow: WorkflowEntity;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await openDatabase();
    queue = await openDatabase();
    line = await TcpRelay.before(queue.queueUrl);
    workflow = await aWorkflow(database.dataSource, {
      triggerType: 'schedule',
      triggerConfig: { cron: '* * * * *' },
    });
    const environment = testEnvironment({ DATABASE_URL: database.url, QUEUE_URL: line.url });
    const modules = [...processModules(environment), PlatformModule, AutomationModule];
    worker = await Test.createTestingModule({ imports: modules })
      .overrideProvider(Clock)
      .useValue(clock)
      .compile();
    await worker.init();
    await worker.get(ScheduleUpkeepService).reconcile();
  });
  afterAll(async () => {
    await worker.close();
    await waitFor(() => !line.isUsed, { what: 'the last connection to end' });
    await line.cut();
    await queue.drop();
    await database.drop();
  });

  /** Waits for the next slot. @returns the number of executions after it */
  async function afterNextSlot(): Promise<number> {
    clock.advance(MINUTE_MS);
    await worker.get(SchedulesService).fireDue();
    return database.dataSource.manager.countBy(WorkflowExecutionEntity, { workflowId: workflow.id });
  }
  const known = (isDown: boolean) =>
    waitFor(() => worker.get(JobClient).isKnownDown === isDown, { what: 'the state of the queue' });

  it('schedules fire as usual, and lose no execution if the queue comes back empty', async () => {
    await known(false);
    expect(await afterNextSlot()).toBe(1);
    await line.cut();
    await known(true);
    expect(await afterNextSlot()).toBe(2);
    await empty(queue.queueUrl);
    await line.mend();
    await known(false);
    expect(await afterNextSlot()).toBe(3);
    const running = await database.dataSource.manager.countBy(WorkflowExecutionEntity, { status: 'running' });
    expect(running).toBe(3);
    expect(await worker.get(ScheduleUpkeepService).reconcile()).toBe(0);
  });
});

/** Empties a queue on Redis, as a restart without persistence does. A queue on PostgreSQL loses nothing. */
async function empty(url: string): Promise<void> {
  if (!url.startsWith('redis')) return;
  const redis = new Redis(url);
  await redis.flushdb();
  await redis.quit();
}
