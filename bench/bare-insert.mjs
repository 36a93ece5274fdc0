import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Rows per statement. Larger statements were not faster on either database. */
const ROWS_PER_STATEMENT = 10_000;

/**
 * Connects the bare driver and creates the table `bare_reading` with the columns and indexes of the product's
 * `reading`.
 * @returns `{ insert(meterId, readings), end() }`
 */
export async function connectBare(url) {
  const connection = await (url.startsWith('postgres') ? connectPostgres(url) : connectMysql(url));
  return {
    async insert(meterId, readings) {
      for (let start = 0; start < readings.length; start += ROWS_PER_STATEMENT) {
        await connection.insertRows(meterId, readings.slice(start, start + ROWS_PER_STATEMENT));
      }
    },
    end: connection.end,
  };
}

/** Sends each column as one array, which the server splits into rows with `unnest`. Only COPY is faster. */
async function connectPostgres(url) {
  const { Client } = require('pg');
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('CREATE TABLE bare_reading (LIKE reading INCLUDING ALL)');
  const text = `INSERT INTO bare_reading (meter_id, at, value, quality)
    SELECT $1::int, to_timestamp(unnest($2::double precision[]) / 1000),
      unnest($3::double precision[]), unnest($4::smallint[])`;
  return {
    insertRows: (meterId, readings) =>
      client.query(text, [
        meterId,
        `{${readings.map(({ atMs }) => atMs).join(',')}}`,
        `{${readings.map(({ value }) => value).join(',')}}`,
        `{${readings.map(({ quality }) => quality).join(',')}}`,
      ]),
    end: () => client.end(),
  };
}

async function connectMysql(url) {
  const connection = await require('mysql2/promise').createConnection({ uri: url, timezone: 'Z' });
  await connection.query('CREATE TABLE bare_reading LIKE reading');
  return {
    insertRows: (meterId, readings) =>
      connection.query('INSERT INTO bare_reading (meter_id, at, value, quality) VALUES ?', [
        readings.map(({ atMs, value, quality }) => [meterId, new Date(atMs), value, quality]),
      ]),
    end: () => connection.end(),
  };
}
