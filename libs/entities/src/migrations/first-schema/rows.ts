import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { dialectSql } from '../../dialect-sql';

const CAMERA = '{"position":{"x":20,"y":20,"z":20},"target":{"x":0,"y":0,"z":0},"fov":50}';

const SHARDS = Array.from({ length: 16 }, (_, shard) => shard);
const STATUSES = ['open', 'in_progress', 'resolved', 'closed'];
const SEVERITIES = ['critical', 'major', 'minor', 'warning', 'indeterminate'];

/** Inserts the rows that the product expects: the tables with one row, and a count of each group of faults. */
export async function insertRows(manager: EntityManager): Promise<void> {
  await dialectSql.insert(manager, 'installation', [
    { name: 'id', type: 'int', values: [1] },
    { name: 'installation_id', type: 'text', values: [randomUUID()] },
    { name: 'created_at', type: 'instant', values: [Date.now()] },
  ]);
  await dialectSql.insert(manager, 'backup_schedule', [
    { name: 'id', type: 'int', values: [1] },
    { name: 'enabled', type: 'boolean', values: [0] },
    { name: 'cron', type: 'text', values: ['30 2 * * *'] },
    { name: 'retention_count', type: 'int', values: [14] },
    { name: 'include_files', type: 'boolean', values: [1] },
  ]);
  await manager.query(
    `INSERT INTO scene (id, camera, ambient_light, hotspots, labels)
     VALUES (1, '${CAMERA}', '{"intensity":1}', '[]', '[]')`,
  );
  await manager.query('INSERT INTO dashboard (id, revision) VALUES (1, 1)');
  await insertFaultCounts(manager);
}

async function insertFaultCounts(manager: EntityManager): Promise<void> {
  const keys = SHARDS.flatMap((shard) =>
    STATUSES.flatMap((status) => SEVERITIES.map((severity) => ({ shard, status, severity }))),
  );
  await dialectSql.insert(manager, 'fault_count', [
    { name: 'shard', type: 'int', values: keys.map(({ shard }) => shard) },
    { name: 'status', type: 'text', values: keys.map(({ status }) => status) },
    { name: 'severity', type: 'text', values: keys.map(({ severity }) => severity) },
    { name: 'faults', type: 'int', values: keys.map(() => 0) },
    { name: 'repair_ms', type: 'bigint', values: keys.map(() => 0) },
    { name: 'updated_at', type: 'instant', values: keys.map(() => Date.now()) },
  ]);
}
