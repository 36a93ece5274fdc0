import { createRequire } from 'node:module';
import { built } from './built.mjs';

const require = createRequire(import.meta.url);

/** The zone of the local days. */
export const ZONE = 'Europe/Berlin';
/** Number of stored hours of each meter. They cover two years and a few weeks. */
export const HOURS = 18_000;
/** The first hour: midnight of the first day of 2025 in `ZONE`. */
export const FIRST = Date.parse('2024-12-31T23:00Z');
const HOUR_MS = 3_600_000;

// The outdoor temperature is stored like energy, in millionths of degree-hours: from -5 to 25 °C within a year.
const TEMPERATURE = 'FLOOR(7500000.0 * ABS(n % 8760 - 4380.0) / 4380 - 1250000)';
const ENERGY = (quarter) =>
  `CASE WHEN meter.point_code = 'TEMPERATURE' THEN ${TEMPERATURE} ELSE meter.id * 1000 + (n * 7919 + ${quarter} * 31) % 100000 END`;
const HOUR_COLUMNS = `meter_id, hour, energy0, energy1, energy2, energy3, covered0, covered1, covered2, covered3, cuts`;
const HOUR_VALUES = `${[0, 1, 2, 3].map(ENERGY).join(', ')}, 900000, 900000, 900000, 900000, 0`;
const DAY_COLUMNS = 'meter_id, starts_at, energy, covered, cuts, packed';
const DAY_FIELDS = DAY_COLUMNS.split(', ').length;

/**
 * Inserts the hours and the packed days of all meters directly.
 * @returns a connection of the bare driver: `{ query(sql, values) }`, which resolves to the rows
 */
export function insertEnergy(scope, databaseUrl) {
  return (databaseUrl.startsWith('mysql') ? insertInMariaDb : insertInPostgres)(scope, databaseUrl);
}

async function insertInPostgres({ atEnd }, databaseUrl) {
  const { Client } = require('pg');
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  atEnd(() => client.end());
  await client.query(
    `INSERT INTO meter_hour (${HOUR_COLUMNS}) SELECT meter.id, $1::timestamptz + n * interval '1 hour', ${HOUR_VALUES}
     FROM meter, generate_series(0, $2::int - 1) AS n`,
    [new Date(FIRST), HOURS],
  );
  const { rows: meters } = await client.query('SELECT id FROM meter');
  for (const { id } of meters) {
    const days = daysOf(id);
    for (let start = 0; start < days.length; start += 1000) {
      const portion = days.slice(start, start + 1000);
      const places = portion.map((_, row) => {
        const numbers = Array.from(
          { length: DAY_FIELDS },
          (_, column) => `$${row * DAY_FIELDS + column + 1}`,
        );
        return `(${numbers.join(', ')})`;
      });
      await client.query(
        `INSERT INTO meter_day (${DAY_COLUMNS}) VALUES ${places.join(', ')}`,
        portion.flat(),
      );
    }
  }
  await client.query('ANALYZE meter_hour, meter_day');
  return { query: async (sql, values) => (await client.query(sql, values)).rows };
}

async function insertInMariaDb({ atEnd }, databaseUrl) {
  const connection = await require('mysql2/promise').createConnection({ uri: databaseUrl, timezone: 'Z' });
  atEnd(() => connection.end());
  await connection.query(
    `INSERT INTO meter_hour (${HOUR_COLUMNS}) SELECT meter.id, ? + INTERVAL n HOUR, ${HOUR_VALUES}
     FROM meter, (SELECT seq AS n FROM seq_0_to_${HOURS - 1}) AS numbers`,
    [new Date(FIRST)],
  );
  const [meters] = await connection.query('SELECT id FROM meter');
  for (const { id } of meters) {
    await connection.query(`INSERT INTO meter_day (${DAY_COLUMNS}) VALUES ?`, [daysOf(id)]);
  }
  await connection.query('ANALYZE TABLE meter_hour, meter_day');
  return { query: async (sql, values) => (await connection.query(sql, values))[0] };
}

/** Returns the stored rows of a meter's days, in the format of the product. */
function daysOf(meterId) {
  const { bucketsBetween } = built('libs/domain/src/metering/arithmetic/calendar');
  const { packDay } = built('libs/domain/src/metering/arithmetic/packed-days');
  const days = bucketsBetween('day', FIRST, FIRST + HOURS * HOUR_MS, ZONE);
  return days.map(({ startMs, endMs }) => {
    const hours = Array.from({ length: (endMs - startMs) / HOUR_MS }, (_, hour) =>
      energyOf(meterId, (startMs - FIRST) / HOUR_MS + hour),
    );
    const energyMwh = hours.reduce((sum, energy) => sum + energy, 0);
    const day = { startMs, energyMwh, coveredMs: endMs - startMs, cuts: 0 };
    return [meterId, new Date(startMs), energyMwh, day.coveredMs, 0, packDay(day, hours)];
  });
}

/** Returns the energy of an hour in milliwatt-hours: the sum of its four quarters by the formula `ENERGY`. */
function energyOf(meterId, hour) {
  return [0, 1, 2, 3].reduce(
    (sum, quarter) => sum + meterId * 1000 + ((hour * 7919 + quarter * 31) % 100_000),
    0,
  );
}
