import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dialectOf } from '@app/config';
import { AreasService, AuditService, ConfigurationService, EnergyDetailsService } from '@app/domain';
import {
  EnergyScopeService,
  EnergySumsService,
  ReadingIntakeService,
  RollupService,
} from '@app/domain/testing';
import { dialectSql, PointValueEntity } from '@app/entities';
import { Actor, FixedClock } from '@app/kernel';
import { READABLE_TABLES } from '@app/restricted-sql';
import type { TableDescriptor } from '@app/workflow-engine';
import { nodeCatalogue } from '@app/workflow-nodes';
import { ask, dropAccounts, restrictedSql } from '../factories/restricted-sql';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';

const HOUR_MS = 3_600_000;
/** The beginning of the readings. They include 2026-03-29, which has 23 hours in Berlin. */
const FIRST = Date.parse('2026-03-27T00:00Z');
const DAYS = ['2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31'] as const;
const ENERGY_TYPES = ['electricity', 'gas', 'water'] as const;

const node = nodeCatalogue.get('database');
const tables: readonly TableDescriptor[] = node?.tables ?? [];
const interval = { kind: 'interval', intervalSeconds: 3600 } as const;
const root = Actor.user(1, 'admin', 'root');

const rounded = (amount: unknown) => Math.round(Number(amount) * 1000) / 1000;

describe('the tables of the database node', () => {
  const clock = new FixedClock(Date.parse('2026-04-02T10:00Z'));
  const environment = testEnvironment({ PLATFORM_TIMEZONE: 'Europe/Berlin' });
  let database: TestDatabase;
  let sql: ReturnType<typeof restrictedSql>;
  let details: EnergyDetailsService;
  let areaIds: number[];

  beforeAll(async () => {
    database = await openDatabase();
    const { dataSource } = database;
    sql = restrictedSql(database);
    const audit = new AuditService(dataSource, clock);
    const configuration = new ConfigurationService(dataSource, environment, clock, audit);
    await configuration.ensure();
    const areas = new AreasService(dataSource, configuration, clock, audit);
    const sums = new EnergySumsService(dataSource);
    details = new EnergyDetailsService(new EnergyScopeService(areas, configuration, environment), sums);
    const { areas: made, metersByArea } = await areas.replace(root, [
      // The main meter of the site belongs to two areas. A tenant's meter also belongs to the site.
      {
        name: 'Site',
        meters: [
          { pointCode: 'MAIN', ...interval },
          { pointCode: 'TENANT', ...interval },
          { pointCode: 'MAIN.POWER', kind: 'power', intervalSeconds: 3600 },
        ],
      },
      {
        name: 'Hall',
        parentIndex: 0,
        meters: [
          { pointCode: 'MAIN', ...interval },
          { pointCode: 'GAS', energyType: 'gas', ...interval },
        ],
      },
      { name: 'Tenant', parentIndex: 1, meters: [{ pointCode: 'TENANT', ...interval }] },
      {
        name: 'Plant',
        parentIndex: 1,
        meters: [{ pointCode: 'PUMP.POWER', kind: 'power', intervalSeconds: 3600 }],
      },
      { name: 'Annex', meters: [{ pointCode: 'WATER', energyType: 'water', ...interval }] },
      { name: 'Empty' },
    ]);
    areaIds = made.map(({ id }) => id);
    const intake = new ReadingIntakeService(dataSource, new RollupService());
    const meters = new Map([...metersByArea.values()].flat().map(({ id }) => [id, id]));
    for (const id of meters.keys()) {
      const hours = Array.from({ length: 6 * 24 }, (_, hour) => hour).filter((hour) => hour % (id + 2) !== 1);
      await intake.take(
        id,
        hours.map((hour) => ({ atMs: FIRST + hour * HOUR_MS, value: (hour + id) / 7, quality: 0 })),
      );
    }
  });
  afterAll(async () => {
    sql.onApplicationShutdown();
    await dropAccounts(database);
    await database.drop();
  });

  it('the tables for database nodes are readable, with exactly the columns that GET /nodes lists', async () => {
    const schema = dialectOf(database.url) === 'postgres' ? 'current_schema()' : 'DATABASE()';
    for (const { name, columns } of tables) {
      await expect(
        ask(sql, `SELECT ${columns.map((column) => column.name).join(', ')} FROM ${name} LIMIT 1`),
      ).resolves.toBeDefined();
      const found = await dialectSql.query<{ name: string }>(
        database.dataSource.manager,
        `SELECT column_name AS name FROM information_schema.columns WHERE table_name = ?
         AND table_schema = ${schema} ORDER BY ordinal_position`,
        [name],
      );
      expect([name, ...found.map((column) => column.name)]).toEqual([
        name,
        ...columns.map((column) => column.name),
      ]);
    }
    expect(READABLE_TABLES).toEqual(expect.arrayContaining(tables.map(({ name }) => name)));
  });

  it('the tables for database nodes are listed in the documentation with their units', () => {
    const text = readFileSync(join(__dirname, '../../docs/workflows.md'), 'utf8');
    const [, section = ''] = /\n### database\n(.*?)\n### /s.exec(text) ?? [];
    const listed = [...section.matchAll(/^\| `(\w+)` +\| (.*?) *\|$/gm)].map(([, name, columns = '']) => ({
      name,
      columns: [...columns.matchAll(/`(\w+)`(?: \((.+?)\))?/g)].map(([, column, unit = null]) => [
        column,
        unit,
      ]),
    }));
    const described = tables.map(({ name, columns }) => ({
      name,
      columns: columns.map((column) => [column.name, column.unit]),
    }));
    expect(listed).toEqual(described);
  });

  it.each(['areas', 'energy_hour', 'meters', 'alerts'])(
    'the tables for database nodes cannot be changed through the view %s',
    async (name) => {
      for (const query of [
        `DELETE FROM ${name}`,
        `UPDATE ${name} SET area_id = 1`,
        `INSERT INTO ${name} (id) VALUES (9)`,
      ]) {
        await expect(ask(sql, query, { mode: 'write' })).rejects.toMatchObject({ kind: /forbidden|invalid/ });
      }
    },
  );

  it.each(ENERGY_TYPES)(
    'the tables for database nodes and the energy routes report the same %s per area and local day',
    async (energyType) => {
      const points = await details.points({ from: DAYS[0], to: DAYS[3], interval: 'day', energyType });
      const expected = points.flatMap(({ areaId, timestamp, value }) =>
        value === null ? [] : [{ areaId, timestamp, value }],
      );
      expect(expected.length).toBeGreaterThan(0);
      const unit = energyType === 'water' ? 'm3' : 'kwh';
      const byDay = await ask(
        sql,
        `SELECT area_id, starts_at, SUM(${unit}) AS amount FROM energy_day
       WHERE energy_type = ? AND starts_at >= ? AND starts_at < ? AND timezone = 'Europe/Berlin'
       GROUP BY area_id, starts_at ORDER BY area_id, starts_at`,
        { params: [energyType, '2026-03-27T23:00:00.000Z', '2026-03-30T22:00:00.000Z'] },
      );
      expect(
        byDay.rows.map(({ area_id, starts_at, amount }) => ({
          areaId: area_id,
          timestamp: starts_at,
          value: rounded(amount),
        })),
      ).toEqual(expected);
      for (const { areaId, timestamp, value } of expected) {
        const next = points.find(
          (point) => point.areaId === areaId && point.timestamp > timestamp,
        )?.timestamp;
        const { rows } = await ask(
          sql,
          `SELECT SUM(${unit}) AS amount FROM energy_hour
         WHERE area_id = ? AND energy_type = ? AND starts_at >= ? AND starts_at < ?`,
          { params: [areaId, energyType, timestamp, next ?? '2026-03-30T22:00:00.000Z'] },
        );
        expect(rounded(rows[0]?.amount)).toBe(value);
      }
      expect(areaIds).toHaveLength(6);
    },
  );

  it('the tables for database nodes contain the values of points as numbers', async () => {
    const measuredAt = clock.now();
    const values = { A: 21.5, B: true, C: false, D: 'off', F: -3e-7, G: 1e21 };
    await database.dataSource.manager.insert(
      PointValueEntity,
      Object.entries(values).map(([code, value]) => ({ code, value, quality: 1, measuredAt })),
    );
    const { rows } = await ask(sql, 'SELECT code, value_number, quality FROM points ORDER BY code');
    expect(rows.map(({ code, value_number: number, quality }) => [code, number, quality])).toEqual([
      ['A', 21.5, 'uncertain'],
      ['B', 1, 'uncertain'],
      ['C', 0, 'uncertain'],
      ['D', null, 'uncertain'],
      ['F', -3e-7, 'uncertain'],
      ['G', 1e21, 'uncertain'],
    ]);
  });

  it('the tables for database nodes have documented examples that the database accepts', async () => {
    const examples = (node?.config.properties.query?.examples ?? []) as string[];
    expect(examples.length).toBeGreaterThan(0);
    for (const statement of examples) {
      const values = [...statement.matchAll(/\?/g)].map(() => 'a value');
      await dialectSql.query(database.dataSource.manager, statement, values);
    }
  });
});
