// Runs on both profiles: each database has statements of its own.
import type { AlertFilter } from '@app/domain';
import { ALERT_SOURCES, ALERT_STATES, AlertEventEntity, type BulkColumn, dialectSql } from '@app/entities';
import { ALERT_SEVERITIES, type PageRequest } from '@app/kernel';
import { listAlerts } from '../factories/lists';
import {
  isRareRow,
  LIST_START_MS,
  LISTED_ROWS,
  listIndexes,
  pagesIn,
  pagesOf,
} from '../factories/paged-rows';
import { openDatabase, type TestDatabase } from '../harness';
import { ON_MARIADB } from '../profile';

// A fourth of the rows takes a fourth of the time.
jest.mock('../../libs/kernel/src/page', () => ({
  ...jest.requireActual<object>('../../libs/kernel/src/page'),
  LIST_REACH: 2500,
}));

/** The newest alerts are listed first, so the rare alerts are the oldest. A scan then reaches them last. */
const alerts = listIndexes.map((index) => ({
  id: index + 1,
  raisedAtMs: LIST_START_MS + index * 1000,
  state: ALERT_STATES[isRareRow(index, 0) ? index % 2 : 2] ?? 'cleared',
  severity: ALERT_SEVERITIES[isRareRow(index, 10) ? 0 : 3] ?? 'warning',
  acknowledged: !isRareRow(index, 20),
  source: ALERT_SOURCES[isRareRow(index, 5) ? 2 : 0] ?? 'gateway',
  areaId: isRareRow(index, 15) ? 2 : 1,
  pointCode: isRareRow(index, 25) ? 'RARE' : 'P',
}));
type Alert = (typeof alerts)[number];

const cases: [Omit<AlertFilter, keyof PageRequest>, (alert: Alert) => boolean][] = [
  [{}, () => true],
  [{ status: 'active' }, ({ state }) => state !== 'cleared'],
  [{ status: 'cleared' }, ({ state }) => state === 'cleared'],
  [{ shelved: true }, ({ state }) => state === 'shelved'],
  [{ status: 'active', shelved: false }, ({ state }) => state === 'active'],
  [{ severity: 'critical' }, ({ severity }) => severity === 'critical'],
  [{ acknowledged: false }, ({ acknowledged }) => !acknowledged],
  [{ source: 'workflow' }, ({ source }) => source === 'workflow'],
  [{ areaId: 2 }, ({ areaId }) => areaId === 2],
  [{ areaId: 1, severity: 'critical' }, (alert) => alert.areaId === 1 && alert.severity === 'critical'],
  [{ pointCode: 'RARE' }, ({ pointCode }) => pointCode === 'RARE'],
  [{ pointCode: 'P', status: 'cleared' }, ({ pointCode, state }) => pointCode === 'P' && state === 'cleared'],
  [{ from: '2026-01-01T00:00:10Z', to: '2026-01-01T00:00:20Z' }, ({ id }) => id > 10 && id <= 20],
];

describe('the list of alerts', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await openDatabase();
    await fill(database);
  });
  afterAll(() => database.drop());

  it.each(cases)(
    'the list of alerts reads a bounded number of rows for the filter %j',
    async (filter, fits) => {
      const pages = await pagesOf(database, (dataSource, page) =>
        listAlerts(dataSource, { ...page, ...filter }),
      );
      expect(pages).toEqual(pagesIn(alerts.filter(fits).toReversed()));
    },
  );

  it('the list of alerts rejects combinations of filters that no index supports', async () => {
    const listing = listAlerts(database.dataSource, { page: 1, limit: 20, areaId: 1, pointCode: 'P' });
    await expect(listing).rejects.toMatchObject({
      kind: 'invalid',
      details: [{ path: 'areaId' }, { path: 'pointCode' }],
    });
  });

  it('the table of alert events has an index for reading the history of an alert', () => {
    const { indices } = database.dataSource.getMetadata(AlertEventEntity);
    const columns = indices.map((index) => index.columns.map(({ propertyName }) => propertyName));
    expect(columns).toEqual([['alertId', 'at', 'id']]);
  });
});

async function fill({ dataSource }: TestDatabase): Promise<void> {
  const { manager } = dataSource;
  const text = (name: string, of: (alert: Alert) => string): BulkColumn => ({
    name,
    type: 'text',
    values: alerts.map(of),
  });
  const instant = (name: string): BulkColumn => ({
    name,
    type: 'instant',
    values: alerts.map(({ raisedAtMs }) => raisedAtMs),
  });
  await dialectSql.insert(manager, 'alert', [
    { name: 'id', type: 'int', values: alerts.map(({ id }) => id) },
    text('source', ({ source }) => source),
    text('type', () => 'alarm'),
    text('originator', ({ id }) => `P${id}`),
    text('origin_key', ({ id }) => `key-${id}`),
    text('severity', ({ severity }) => severity),
    text('state', ({ state }) => state),
    { name: 'acknowledged', type: 'boolean', values: alerts.map((alert) => Number(alert.acknowledged)) },
    text('point_code', ({ pointCode }) => pointCode),
    { name: 'area_id', type: 'int', values: alerts.map(({ areaId }) => areaId) },
    text('title', () => 'An alert'),
    text('value', () => 'null'),
    { name: 'occurrences', type: 'int', values: 1 },
    instant('raised_at'),
    instant('last_raised_at'),
  ]);
  await dataSource.query(ON_MARIADB ? 'ANALYZE TABLE alert' : 'ANALYZE alert');
  expect(alerts).toHaveLength(LISTED_ROWS);
}
