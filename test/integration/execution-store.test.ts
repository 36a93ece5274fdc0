import type { ExecutionWrite } from '@app/domain';
import { aWorkflow } from '../factories/a-workflow';
import { ExecutionWorkshop } from '../factories/execution-workshop';
import { openDatabase, type TestDatabase } from '../harness';

describe('the store of executions', () => {
  let database: TestDatabase;
  let shop: ExecutionWorkshop;

  beforeAll(async () => {
    database = await openDatabase();
    shop = new ExecutionWorkshop(database);
  });
  afterAll(async () => {
    shop.close();
    await database.drop();
  });

  it('refuses a write that has not seen the last one, although the execution still runs', async () => {
    const workflow = await aWorkflow(database.dataSource);
    const id = await shop.accept(workflow);
    shop.announcer.onModuleDestroy();
    const waitUntil = (dueAtMs: number, version: number): ExecutionWrite => ({
      id,
      workflowId: workflow.id,
      version,
      next: 'wait',
      dueAtMs,
      results: [],
      part: 0,
    });
    const [firstMs, secondMs] = [Date.parse('2030-01-01T00:00:00Z'), Date.parse('2031-01-01T00:00:00Z')];
    expect(await shop.store.save(waitUntil(firstMs, 0))).toBe(true);
    expect(await shop.store.save(waitUntil(secondMs, 0))).toBe(false);
    expect(await shop.row(id)).toMatchObject({ status: 'running', version: 1, dueAt: new Date(firstMs) });
    expect(await shop.store.save(waitUntil(secondMs, 1))).toBe(true);
  });
});
