import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { dialectSql } from '../dialect-sql';
import { bigint, boundedText, double, instant, int, longText, primary } from './column-definitions';

/** Replaces the snapshot of fault statistics by counts that each change of a fault updates. */
export class FaultCounts1700000003800 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(faultCount);
    const counted = await countFaults(runner);
    const keys = SHARDS.flatMap((shard) =>
      STATUSES.flatMap((status) => SEVERITIES.map((severity) => ({ shard, status, severity }))),
    );
    const groups = keys.map(({ shard, status, severity }) => counted.get(`${shard} ${status} ${severity}`));
    await dialectSql.insert(runner.manager, 'fault_count', [
      { name: 'shard', type: 'int', values: keys.map(({ shard }) => shard) },
      { name: 'status', type: 'text', values: keys.map(({ status }) => status) },
      { name: 'severity', type: 'text', values: keys.map(({ severity }) => severity) },
      { name: 'faults', type: 'int', values: groups.map((group) => Number(group?.faults ?? 0)) },
      { name: 'repair_ms', type: 'bigint', values: groups.map((group) => Number(group?.repairMs ?? 0)) },
      { name: 'updated_at', type: 'instant', values: keys.map(() => Date.now()) },
    ]);
    await runner.dropTable('fault_stats_snapshot');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.createTable(snapshot);
    const counts = 'total, open, in_progress, resolved, closed, changes, counted_changes';
    const bySeverity = '{"critical":0,"major":0,"minor":0,"warning":0,"indeterminate":0}';
    // Insert a change that has not been counted yet, so that a worker computes the statistics.
    await runner.query(
      `INSERT INTO fault_stats_snapshot (id, by_severity, updated_at, ${counts})
       VALUES (1, '${bySeverity}', '2000-01-01 00:00:00', 0, 0, 0, 0, 0, 1, 0)`,
    );
    await runner.dropTable('fault_count');
  }
}

interface Counted {
  shard: number;
  status: string;
  severity: string;
  faults: number | string;
  repairMs: number | string | null;
}

const SHARDS = Array.from({ length: 16 }, (_, shard) => shard);
const STATUSES = ['open', 'in_progress', 'resolved', 'closed'];
const SEVERITIES = ['critical', 'major', 'minor', 'warning', 'indeterminate'];

async function countFaults({ manager }: QueryRunner): Promise<Map<string, Counted>> {
  const repairMs = `${dialectSql.instantMs('resolved_at')} - ${dialectSql.instantMs('reported_at')}`;
  const rows = await dialectSql.query<Counted>(
    manager,
    `SELECT id % 16 AS shard, status, severity, COUNT(*) AS faults, SUM(${repairMs}) AS "repairMs"
     FROM fault GROUP BY id % 16, status, severity`,
  );
  return new Map(rows.map((row) => [`${row.shard} ${row.status} ${row.severity}`, row]));
}

const faultCount = new Table({
  name: 'fault_count',
  columns: [
    primary(int('shard')),
    primary(boundedText('status', 16)),
    primary(boundedText('severity', 16)),
    int('faults'),
    bigint('repair_ms'),
    instant('updated_at'),
  ],
});

const snapshot = new Table({
  name: 'fault_stats_snapshot',
  columns: [
    primary(int('id')),
    int('total'),
    int('open'),
    int('in_progress'),
    int('resolved'),
    int('closed'),
    longText('by_severity'),
    double('mttr_minutes', { nullable: true }),
    double('mtbf_hours', { nullable: true }),
    instant('updated_at'),
    bigint('changes'),
    bigint('counted_changes'),
  ],
});
