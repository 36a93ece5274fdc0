import type { Alarm, AlarmConfig, IssuedToken } from '@app/gateway-server';
import { type AlertSeverity, chunksOf } from '@app/kernel';
import { Pool } from 'pg';
import { pack, type StoredSample, unpack } from './packed-samples';

const HOUR_MS = 3_600_000;
/** A database that does not answer must not hold the samples for ever. */
const QUERY_MS = 60_000;
/** So many points are packed in one transaction. More would delay the polling. */
const PACKED_AT_ONCE = 100;

/**
 * New samples are rows of `recent`. When an hour has ended, the samples of each point become one row of `segment`,
 * which takes a tenth of the space.
 */
const TABLES = `
  CREATE TABLE IF NOT EXISTS point (id serial PRIMARY KEY, code text NOT NULL UNIQUE);
  CREATE TABLE IF NOT EXISTS recent (
    point_id integer, at_ms bigint, value double precision NOT NULL, PRIMARY KEY (point_id, at_ms));
  CREATE TABLE IF NOT EXISTS segment (
    point_id integer, hour integer, samples bytea NOT NULL, PRIMARY KEY (point_id, hour));
  CREATE TABLE IF NOT EXISTS alarm (
    id text PRIMARY KEY, code text NOT NULL, level text NOT NULL, message text NOT NULL,
    raised_ms bigint NOT NULL, cleared_ms bigint);
  CREATE INDEX IF NOT EXISTS alarm_raised ON alarm (raised_ms);
  CREATE TABLE IF NOT EXISTS alarm_config (id text PRIMARY KEY, body json NOT NULL);
  CREATE TABLE IF NOT EXISTS forced (code text PRIMARY KEY, value_before json NOT NULL);
  CREATE TABLE IF NOT EXISTS token (digest text PRIMARY KEY, kind text NOT NULL, expires_ms bigint NOT NULL);
`;

interface AlarmRow {
  id: string;
  code: string;
  level: AlertSeverity;
  message: string;
  raised_ms: string;
  cleared_ms: string | null;
}

/** The database of the bridge. */
export class BridgeStore {
  private constructor(
    private readonly pool: Pool,
    private readonly idsByCode: ReadonlyMap<string, number>,
  ) {}

  /** Creates the tables if they do not exist. @param onError is called if an idle connection is lost */
  static async open(
    connectionString: string,
    codes: readonly string[],
    onError: (error: Error) => void,
  ): Promise<BridgeStore> {
    const pool = new Pool({ connectionString, max: 4, query_timeout: QUERY_MS });
    pool.on('error', onError);
    await pool.query(TABLES);
    await pool.query('INSERT INTO point (code) SELECT unnest($1::text[]) ON CONFLICT (code) DO NOTHING', [
      codes,
    ]);
    const { rows } = await pool.query<{ id: number; code: string }>('SELECT id, code FROM point');
    return new BridgeStore(pool, new Map(rows.map(({ id, code }) => [code, id])));
  }

  close(): Promise<void> {
    return this.pool.end();
  }

  /** Adds samples. Only one sample of the same point and time is kept. */
  async add(samples: readonly (StoredSample & { code: string })[]): Promise<void> {
    await this.pool.query(
      `INSERT INTO recent SELECT * FROM unnest($1::integer[], $2::bigint[], $3::double precision[])
       ON CONFLICT DO NOTHING`,
      [
        samples.map(({ code }) => this.idsByCode.get(code)),
        samples.map(({ atMs }) => atMs),
        samples.map(({ value }) => value),
      ],
    );
  }

  /** The samples in `[fromMs, toMs)` in order of time. */
  async samples(code: string, fromMs: number, toMs: number): Promise<StoredSample[]> {
    // One statement sees each sample exactly once, even while it is being packed.
    const { rows } = await this.pool.query<{
      hour: number | null;
      samples: Buffer | null;
      at_ms: string | null;
      value: number | null;
    }>(
      `SELECT hour, samples, NULL::bigint AS at_ms, NULL::double precision AS value
         FROM segment WHERE point_id = $1 AND hour >= $2 AND hour <= $3
       UNION ALL
       SELECT NULL, NULL, at_ms, value FROM recent WHERE point_id = $1 AND at_ms >= $4 AND at_ms < $5`,
      [this.idsByCode.get(code), hourOf(fromMs), hourOf(toMs), fromMs, toMs],
    );
    return rows
      .flatMap(({ hour, samples, at_ms: atMs, value }) =>
        hour !== null && samples !== null
          ? unpack(samples, hour * HOUR_MS)
          : [{ atMs: Number(atMs), value: Number(value) }],
      )
      .filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
      .sort((a, b) => a.atMs - b.atMs);
  }

  /** The newest sample of each point that has one. */
  async newest(): Promise<Map<string, StoredSample>> {
    const { rows } = await this.pool.query<{
      code: string;
      at_ms: string | null;
      value: number;
      hour: number | null;
      samples: Buffer;
    }>(
      `SELECT code, at_ms, value, hour, samples FROM point
         LEFT JOIN LATERAL (SELECT at_ms, value FROM recent WHERE point_id = id ORDER BY at_ms DESC LIMIT 1) AS r ON true
         LEFT JOIN LATERAL (SELECT hour, samples FROM segment WHERE point_id = id ORDER BY hour DESC LIMIT 1) AS s ON true`,
    );
    return new Map(
      rows.flatMap(({ code, at_ms: atMs, value, hour, samples }): [string, StoredSample][] => {
        if (atMs !== null) return [[code, { atMs: Number(atMs), value }]];
        const last = hour === null ? undefined : unpack(samples, hour * HOUR_MS).at(-1);
        return last ? [[code, last]] : [];
      }),
    );
  }

  /** The start of the oldest packed hour; null if there is none. */
  async oldestMs(): Promise<number | null> {
    const { rows } = await this.pool.query<{ hour: number | null }>('SELECT min(hour) AS hour FROM segment');
    const hour = rows[0]?.hour ?? null;
    return hour === null ? null : hour * HOUR_MS;
  }

  /**
   * Packs the samples of the hours that ended before `nowMs`. Deletes samples and alarms before `keptFromMs`, and expired
   * tokens.
   */
  async packAndPrune(nowMs: number, keptFromMs: number): Promise<void> {
    for (const ids of chunksOf([...this.idsByCode.values()], PACKED_AT_ONCE)) {
      await this.packPoints(ids, nowMs);
      await this.pool.query('DELETE FROM segment WHERE point_id = ANY ($1) AND hour < $2', [
        ids,
        hourOf(keptFromMs),
      ]);
    }
    await this.pool.query('DELETE FROM alarm WHERE cleared_ms < $1', [keptFromMs]);
    await this.pool.query('DELETE FROM token WHERE expires_ms < $1', [nowMs]);
  }

  async alarms(fromMs: number, toMs: number, level?: AlertSeverity): Promise<Alarm[]> {
    return this.alarmsWhere(
      `raised_ms < $2 AND (cleared_ms IS NULL OR cleared_ms > $1) AND ($3::text IS NULL OR level = $3)
       ORDER BY raised_ms DESC, id`,
      [fromMs, toMs, level ?? null],
    );
  }

  activeAlarms(): Promise<Alarm[]> {
    return this.alarmsWhere('cleared_ms IS NULL', []);
  }

  async saveAlarm({ id, code, level, message, raisedAtMs, clearedAtMs }: Alarm): Promise<void> {
    await this.pool.query(
      `INSERT INTO alarm VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO UPDATE SET cleared_ms = $6`,
      [id, code, level, message, raisedAtMs, clearedAtMs],
    );
  }

  async alarmConfigs(): Promise<AlarmConfig[]> {
    const { rows } = await this.pool.query<{ body: AlarmConfig }>('SELECT body FROM alarm_config');
    return rows.map(({ body }) => body);
  }

  /** @param config null if the configuration was deleted */
  async saveAlarmConfig(id: string, config: AlarmConfig | null): Promise<void> {
    if (config === null) await this.pool.query('DELETE FROM alarm_config WHERE id = $1', [id]);
    else {
      await this.pool.query(
        'INSERT INTO alarm_config VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET body = $2',
        [id, JSON.stringify(config)],
      );
    }
  }

  /** The values before a forced write, by code. */
  async forced(): Promise<Map<string, number | boolean>> {
    const { rows } = await this.pool.query<{ code: string; value_before: number | boolean }>(
      'SELECT code, value_before FROM forced',
    );
    return new Map(rows.map(({ code, value_before: before }) => [code, before]));
  }

  async saveForced(code: string, before: number | boolean): Promise<void> {
    await this.pool.query('INSERT INTO forced VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      code,
      JSON.stringify(before),
    ]);
  }

  async deleteForced(code: string): Promise<void> {
    await this.pool.query('DELETE FROM forced WHERE code = $1', [code]);
  }

  async tokens(): Promise<IssuedToken[]> {
    const { rows } = await this.pool.query<{ digest: string; kind: IssuedToken['kind']; expires_ms: string }>(
      'SELECT digest, kind, expires_ms FROM token',
    );
    return rows.map(({ digest, kind, expires_ms: expiresMs }) => ({
      digest,
      kind,
      expiresAtMs: Number(expiresMs),
    }));
  }

  /** @param spent the digest of a token that is deleted */
  async saveTokens(issued: readonly IssuedToken[], spent: string | null): Promise<void> {
    await this.pool.query(
      `WITH spent AS (DELETE FROM token WHERE digest = $4)
       INSERT INTO token SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[])`,
      [
        issued.map(({ digest }) => digest),
        issued.map(({ kind }) => kind),
        issued.map(({ expiresAtMs }) => expiresAtMs),
        spent,
      ],
    );
  }

  private async packPoints(ids: readonly number[], nowMs: number): Promise<void> {
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN');
      const { rows } = await client.query<{ point_id: number; at_ms: string; value: number }>(
        'DELETE FROM recent WHERE point_id = ANY ($1) AND at_ms < $2 RETURNING point_id, at_ms, value',
        [ids, hourOf(nowMs) * HOUR_MS],
      );
      const segments = new Map<string, { id: number; hour: number; samples: StoredSample[] }>();
      for (const { point_id: id, at_ms: atMs, value } of rows) {
        const hour = hourOf(Number(atMs));
        const key = `${id}/${hour}`;
        const segment = segments.get(key) ?? { id, hour, samples: [] };
        segment.samples.push({ atMs: Number(atMs), value });
        segments.set(key, segment);
      }
      const found = [...segments.values()];
      // Samples that were stored late belong to an hour that is packed already.
      const { rows: earlier } = await client.query<{ point_id: number; hour: number; samples: Buffer }>(
        `SELECT point_id, hour, samples FROM segment
          WHERE (point_id, hour) IN (SELECT * FROM unnest($1::integer[], $2::integer[]))`,
        [found.map(({ id }) => id), found.map(({ hour }) => hour)],
      );
      for (const { point_id: id, hour, samples } of earlier)
        segments.get(`${id}/${hour}`)?.samples.push(...unpack(samples, hour * HOUR_MS));
      for (const segment of found) {
        segment.samples.sort((a, b) => a.atMs - b.atMs);
        // The clock may have been set back, so that a time comes twice.
        segment.samples = segment.samples.filter(({ atMs }, index, all) => atMs !== all[index - 1]?.atMs);
      }
      await client.query(
        `INSERT INTO segment SELECT * FROM unnest($1::integer[], $2::integer[], $3::bytea[])
         ON CONFLICT (point_id, hour) DO UPDATE SET samples = excluded.samples`,
        [
          found.map(({ id }) => id),
          found.map(({ hour }) => hour),
          found.map(({ hour, samples }) => pack(samples, hour * HOUR_MS)),
        ],
      );
      await client.query('COMMIT');
      client.release();
    } catch (error) {
      // Closing the connection rolls back the transaction.
      client.release(true);
      throw error;
    }
  }

  private async alarmsWhere(condition: string, values: unknown[]): Promise<Alarm[]> {
    const { rows } = await this.pool.query<AlarmRow>(`SELECT * FROM alarm WHERE ${condition}`, values);
    return rows.map(({ id, code, level, message, raised_ms: raisedMs, cleared_ms: clearedMs }) => ({
      id,
      code,
      level,
      message,
      raisedAtMs: Number(raisedMs),
      clearedAtMs: clearedMs === null ? null : Number(clearedMs),
    }));
  }
}

const hourOf = (atMs: number) => Math.floor(atMs / HOUR_MS);
