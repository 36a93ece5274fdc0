import { FaultStatsService } from '@app/domain';
import { FAULT_COUNT_SHARDS, FAULT_STATUSES, FaultCountEntity, FaultEntity } from '@app/entities';
import { ALERT_SEVERITIES, DomainError, FixedClock } from '@app/kernel';
import fc from 'fast-check';
import { WorkDesk } from '../factories/work-desk';
import { openDatabase, type TestDatabase, waitFor } from '../harness';

const MINUTE_MS = 60_000;

describe('the counts of faults', () => {
  // The migration stamps the counts with the real time. The clock of the test must be later.
  const clock = new FixedClock(Date.parse('2100-05-01T10:00:00Z'));
  let database: TestDatabase;
  let desk: WorkDesk;

  beforeAll(async () => {
    database = await openDatabase();
    desk = new WorkDesk(database, clock);
  });
  afterAll(() => database.drop());

  const stats = () => new FaultStatsService(database.dataSource).read();
  const create = (severity: FaultEntity['severity'] = 'minor') =>
    desk.faults.create(desk.actor, { title: 'Fan is loud', severity });
  const change = (id: number, changes: Parameters<typeof desk.faults.change>[2]) =>
    desk.faults.change(desk.actor, id, changes);

  /** Returns the stored counts other than zero, by shard, status and severity. */
  async function stored(): Promise<Map<string, [number, number]>> {
    const rows = await database.dataSource.manager.find(FaultCountEntity);
    const counted = rows.filter(({ faults, repairMs }) => faults !== 0 || repairMs !== 0);
    return new Map(
      counted.map(({ shard, status, severity, faults, repairMs }) => [
        `${shard} ${status} ${severity}`,
        [faults, repairMs],
      ]),
    );
  }

  /** Computes the same counts from all faults. */
  async function scanned(): Promise<Map<string, [number, number]>> {
    const counts = new Map<string, [number, number]>();
    for (const fault of await database.dataSource.manager.find(FaultEntity)) {
      const key = `${fault.id % FAULT_COUNT_SHARDS} ${fault.status} ${fault.severity}`;
      const [faults, repairMs] = counts.get(key) ?? [0, 0];
      const ownMs = fault.resolvedAt ? fault.resolvedAt.getTime() - fault.reportedAt.getTime() : 0;
      counts.set(key, [faults + 1, repairMs + ownMs]);
    }
    return counts;
  }

  it('fault counts give the mean time to repair and the mean time between reports', async () => {
    expect(await stats()).toMatchObject({ total: 0, mttrMinutes: null, mtbfHours: null });
    const first = await create();
    expect(await stats()).toMatchObject({ total: 1, mtbfHours: null });
    clock.advance(60 * MINUTE_MS);
    const second = await create('major');
    for (const { id } of [first, second]) await change(id, { status: 'in_progress' });
    clock.advance(30 * MINUTE_MS);
    for (const { id } of [first, second]) await change(id, { status: 'resolved' });
    await change(first.id, { status: 'closed' });
    clock.advance(210 * MINUTE_MS);
    await create();
    // The repairs took 90 and 30 minutes. The reports are one and four hours apart.
    expect(await stats()).toEqual({
      total: 3,
      open: 1,
      inProgress: 0,
      resolved: 1,
      closed: 1,
      bySeverity: { critical: 0, major: 1, minor: 2, warning: 0, indeterminate: 0 },
      mttrMinutes: 60,
      mtbfHours: 2.5,
      updatedAt: clock.now(),
    });
    await change(first.id, { status: 'open' });
    expect(await stats()).toMatchObject({ mttrMinutes: 30, open: 2, closed: 0 });
    await desk.faults.remove(desk.actor, second.id);
    expect(await stats()).toMatchObject({ mttrMinutes: null, total: 2, mtbfHours: 5 });
  });

  it('fault counts agree with all faults after concurrent changes in any order', async () => {
    const seed = Date.now() % 2 ** 31;
    const actions = fc.sample(
      fc.record({
        fault: fc.nat(),
        kind: fc.constantFrom('create', 'step', 'step', 'step', 'severity', 'remove'),
        status: fc.constantFrom(...FAULT_STATUSES),
        severity: fc.constantFrom(...ALERT_SEVERITIES),
      }),
      { seed, numRuns: 160 },
    );
    const ids = (await Promise.all(ALERT_SEVERITIES.map((severity) => create(severity)))).map(({ id }) => id);
    const refused: unknown[] = [];
    const one = async ({ fault, kind, status, severity }: (typeof actions)[number]) => {
      const id = ids[fault % ids.length] ?? 0;
      clock.advance(1);
      if (kind === 'create') ids.push((await create(severity)).id);
      else if (kind === 'remove') await desk.faults.remove(desk.actor, id);
      else await change(id, kind === 'step' ? { status } : { severity });
    };
    const users = Array.from({ length: 8 }, (_, user) => actions.filter((_action, n) => n % 8 === user));
    await Promise.all(
      users.map(async (own) => {
        for (const action of own) {
          await one(action).catch((error: unknown) => {
            if (!(error instanceof DomainError)) throw error;
            refused.push(error.code);
          });
        }
      }),
    );
    expect(new Set(refused)).toEqual(new Set(['not_found', 'wrong_state']));
    expect({ seed, counts: await stored() }).toEqual({ seed, counts: await scanned() });
  });

  /** Changes a fault in a deadlock. Returns the number of transactions that the product began. */
  async function changeInDeadlock(): Promise<number> {
    const { id } = await create();
    const shard = id % FAULT_COUNT_SHARDS;
    const isFree = async () => {
      const sql = `SELECT shard FROM fault_count WHERE shard = ${shard} AND status = 'in_progress'
        AND severity = 'minor' FOR UPDATE SKIP LOCKED`;
      return (await database.dataSource.manager.query<unknown[]>(sql)).length > 0;
    };
    const other = database.dataSource.createQueryRunner();
    const lock = (condition: string) =>
      other.query(`UPDATE fault_count SET repair_ms = repair_ms + 1 WHERE ${condition}`);
    await other.startTransaction('READ COMMITTED');
    // In a deadlock, the database aborts the transaction that waited first or changed fewer rows. The test's
    // transaction waits later and changes more rows, so the database usually aborts the product's transaction.
    await lock(`shard <> ${shard}`);
    await lock(`shard = ${shard} AND status = 'open'`);
    const transactions = jest.spyOn(database.dataSource, 'transaction');
    const changing = change(id, { status: 'in_progress' });
    await waitFor(async () => !(await isFree()), { what: 'the lock of the change' });
    await Promise.allSettled([lock(`shard = ${shard} AND status = 'in_progress'`)]);
    await other.rollbackTransaction();
    await other.release();
    expect(await changing).toMatchObject({ status: 'in_progress' });
    expect(await stored()).toEqual(await scanned());
    const attempts = transactions.mock.calls.length;
    transactions.mockRestore();
    return attempts;
  }

  it('fault counts are changed only once if the transaction is repeated after a deadlock', async () => {
    // PostgreSQL aborts the other transaction if the product's transaction had already waited for a second.
    let attempts = await changeInDeadlock();
    while (attempts === 1) attempts = await changeInDeadlock();
    expect(attempts).toBe(2);
  });
});
