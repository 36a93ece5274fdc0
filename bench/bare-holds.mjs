import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Connects the bare driver and creates the table `bare_hold` with the columns and the key of `trigger_hold`.
 * @returns `{ insert(codes), remove(codes), end() }`, one statement each
 */
export function connectBareHolds(url) {
  return url.startsWith('postgres') ? connectPostgres(url) : connectMysql(url);
}

async function connectPostgres(url) {
  const { Client } = require('pg');
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('CREATE TABLE bare_hold (LIKE trigger_hold INCLUDING ALL)');
  return {
    insert: (codes) =>
      client.query(
        `INSERT INTO bare_hold (workflow_id, side, code, since_at, lag_ms)
         SELECT 'workflow', 'above', unnest($1::text[]), now(), 0`,
        [codes],
      ),
    remove: (codes) =>
      client.query(
        `DELETE FROM bare_hold WHERE workflow_id = 'workflow' AND side = 'above' AND code = ANY($1)`,
        [codes],
      ),
    end: () => client.end(),
  };
}

async function connectMysql(url) {
  const connection = await require('mysql2/promise').createConnection({ uri: url, timezone: 'Z' });
  await connection.query('CREATE TABLE bare_hold LIKE trigger_hold');
  const at = new Date(0);
  return {
    insert: (codes) =>
      connection.query('INSERT INTO bare_hold (workflow_id, side, code, since_at, lag_ms) VALUES ?', [
        codes.map((code) => ['workflow', 'above', code, at, 0]),
      ]),
    remove: (codes) =>
      connection.query(
        `DELETE FROM bare_hold WHERE workflow_id = 'workflow' AND side = 'above' AND code IN (?)`,
        [codes],
      ),
    end: () => connection.end(),
  };
}
