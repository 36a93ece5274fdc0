import { CurrentMatches, CurrentValuesService, WaitConditions } from '@app/domain/testing';
import { ExecutionWaitEntity, RecentEventEntity, TriggerOccurrenceEntity } from '@app/entities';
import { chunksOf, FixedClock, newId, SecretValues } from '@app/kernel';
import { expressionSites } from '../factories/expression-sites';
import { rowsRead } from '../factories/rows-read';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const NOW = Date.parse('2026-05-01T10:00Z');
const PER_PAGE = 100;
/**
 * The maximum number of reads per statement. It is several times the rows of a page, because MariaDB also counts the
 * reads of the sorted union.
 */
const MOST_READ = 8 * PER_PAGE;
const EVENTS = 600;
const NAME = 'alert.cleared';

describe('the events since the start of a wait', () => {
  const environment = testEnvironment({});
  const clock = new FixedClock(NOW);
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openDatabase();
    const { dataSource } = database;
    const ids = Array.from({ length: 2 * EVENTS }, () => newId());
    // Groups of ten events have the same instant, because a transaction may record many events at one instant.
    const event = (alertId: number, name = NAME) => ({
      id: ids[alertId] ?? '',
      name,
      payload: { alertId },
      occurredAt: new Date(NOW + alertId),
      recordedAt: new Date(NOW + Math.floor(alertId / 10)),
    });
    const numbers = ids.map((_, index) => index);
    const recent = numbers.slice(0, EVENTS).map((index) => event(index));
    const pending = numbers.slice(EVENTS).map((index) => ({ ...event(index), kind: 'event' as const }));
    const others = numbers.map((index) => ({ ...event(index, 'alert.raised'), id: newId() }));
    for (const part of chunksOf([...recent, ...others], 500))
      await dataSource.manager.insert(RecentEventEntity, part);
    const otherPending = others.map((one) => ({ ...one, id: newId(), kind: 'event' as const }));
    for (const part of chunksOf([...pending, ...otherPending], 500))
      await dataSource.manager.insert(TriggerOccurrenceEntity, part);
    for (const table of ['recent_event', 'trigger_occurrence']) await dataSource.query(`ANALYZE ${table}`);
  });
  afterAll(() => database.drop());

  /** Finds the first event with this id, and counts the rows that each statement reads. */
  const find = (alertId: number, expiresAtMs = NOW + 2 * EVENTS) => {
    const wait = Object.assign(new ExecutionWaitEntity(), {
      kind: 'event',
      names: [NAME],
      expression: 'triggerData.alertId === given.id',
      given: { id: alertId },
      countsFrom: new Date(NOW),
      expiresAt: new Date(expiresAtMs),
    });
    const { dataSource } = database;
    const sites = expressionSites(dataSource, environment, clock);
    const conditions = new WaitConditions(sites, new SecretValues({}), environment);
    return rowsRead(dataSource, (counted) =>
      new CurrentMatches(counted, new CurrentValuesService(counted), conditions).find(wait),
    );
  };

  it.each([
    ['the first event', 3, 1],
    ['an event of a later page', 550, 6],
    ['an event that is not evaluated yet', EVENTS + 350, 10],
  ])('events since the start of a wait are read in pages until %s is found', async (_, alertId, pages) => {
    const { result, reads } = await find(alertId);
    expect(result).toEqual({ alertId });
    expect(reads).toHaveLength(pages);
    expect(Math.max(...reads)).toBeLessThan(MOST_READ);
  });

  it('events since the start of a wait are each read only once if none meets the condition', async () => {
    const { result, reads } = await find(-1);
    expect(result).toBeNull();
    expect(reads).toHaveLength((2 * EVENTS) / PER_PAGE + 1);
    expect(Math.max(...reads)).toBeLessThan(MOST_READ);
  });

  it('events since the start of a wait do not count after the time limit of the wait', async () => {
    expect((await find(550, NOW + 550)).result).toBeNull();
  });
});
