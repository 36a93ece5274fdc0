// Runs in the full check only: servers fail, hang, and come back.
import { join } from 'node:path';
import { MeterEntity, MeterHourEntity, ReadingEntity } from '@app/entities';
import { RunningApi } from '../factories/running-api';
import { TcpRelay } from '../factories/tcp-relay';
import { waitFor } from '../harness';
import { AppProcess } from '../servers/app-process';

const QUICK_WORKER = join(__dirname, '..', 'servers', 'quick-worker.mjs');
const MINUTE_MS = 60_000;
/** The number of minutes, each with a reading. An import of so many readings takes several transactions. */
const MINUTES = 25_000;
const FIRST_MS = Date.now() - (MINUTES + 1440) * MINUTE_MS;
const COMMIT = /COMMIT(?!TED)/;
const INSERT = /INSERT INTO reading \(/;
const DELETE = /DELETE FROM reading WHERE/;

const path = (id: number) => `/api/energy/readings/imports/${id}`;

interface Import {
  status: string;
  progress: number;
  taken: number;
  duplicates: number;
  refusedCount: number;
}

/** Builds a line for each minute. Some lines are repeated, and some are not readings. */
function linesOf(): { lines: string[]; duplicates: number; refused: number } {
  const lines: string[] = [];
  let [duplicates, refused] = [0, 0];
  for (let minute = 0; minute < MINUTES; minute++) {
    const line = `${new Date(FIRST_MS + minute * MINUTE_MS).toISOString()},${(minute % 7) / 8}`;
    lines.push(line);
    if (minute % 1000 === 0) {
      lines.push(line);
      duplicates++;
    }
    if (minute % 1777 === 0) {
      lines.push('not a time,1');
      refused++;
    }
  }
  return { lines, duplicates, refused };
}

describe('an import of readings whose worker is killed', () => {
  let api: RunningApi;
  let relay: TcpRelay;
  let worker: AppProcess;
  let token: string;
  let meterIds: Record<'M' | 'R', number>;
  const { lines, duplicates, refused } = linesOf();

  beforeAll(async () => {
    api = await RunningApi.start();
    relay = await TcpRelay.before(api.database.url);
    ({ token } = await api.signInAs('engineer'));
    const meters = ['M', 'R'].map((pointCode) => ({ pointCode, kind: 'interval', intervalSeconds: 60 }));
    await api.call('PUT', '/api/energy/areas', { token, body: { areas: [{ name: 'Site', meters }] } });
    meterIds = { M: await idOf('M'), R: await idOf('R') };
    worker = await startWorker();
  });
  afterAll(async () => {
    await worker.kill();
    await relay.cut();
    await api.stop();
  });

  const startWorker = () =>
    new AppProcess(
      'worker',
      Object.assign({}, api.environment, { DATABASE_URL: relay.url }),
      [],
      QUICK_WORKER,
    ).start();
  const manager = () => api.database.dataSource.manager;
  const idOf = async (pointCode: string) => (await manager().findOneByOrFail(MeterEntity, { pointCode })).id;
  const readings = (meter: 'M' | 'R') => manager().countBy(ReadingEntity, { meterId: meterIds[meter] });

  /** Returns the energy of each hour, without the id of the meter. */
  async function hours(meter: 'M' | 'R'): Promise<object[]> {
    const rows = await manager().find(MeterHourEntity, {
      where: { meterId: meterIds[meter] },
      order: { hour: 'ASC' },
    });
    return rows.map((row) => Object.assign(row, { meterId: 0 }));
  }

  async function start(pointCode: string): Promise<number> {
    const { status, body } = await api.call('POST', `/api/energy/readings/import?pointCode=${pointCode}`, {
      token,
      body: `timestamp,value\n${lines.join('\n')}\n`,
      headers: { 'content-type': 'text/csv' },
    });
    expect(status).toBe(202);
    return (body as { importId: number }).importId;
  }
  const find = async (id: number) => (await api.call('GET', path(id), { token })).body as Import;
  const ended = (id: number, status: string) =>
    waitFor(async () => (await find(id)).status === status && find(id), {
      what: `the status ${status}`,
    });

  it('an import whose worker is killed is completed, counts each line once, and can be undone completely', async () => {
    const whole = { status: 'done', taken: MINUTES, duplicates, refusedCount: refused };
    expect(await ended(await start('R'), 'done')).toMatchObject(whole);

    const committed = relay.holdAnswer(INSERT, COMMIT);
    const id = await start('M');
    await committed;
    const { status, progress } = await find(id);
    expect(status).toBe('running');
    expect(progress).toBeGreaterThan(0);
    // Kill the worker after a commit whose response it has not received.
    await worker.kill();
    worker = await startWorker();
    expect(await ended(id, 'done')).toMatchObject(whole);
    expect(await readings('M')).toBe(MINUTES);
    const complete = await hours('M');
    expect(complete.length).toBeGreaterThanOrEqual(MINUTES / 60);
    expect(complete).toEqual(await hours('R'));

    const removing = relay.holdAnswer(DELETE);
    expect((await api.call('DELETE', path(id), { token })).status).toBe(200);
    // Kill the worker in the middle of a transaction.
    await removing;
    await worker.kill();
    expect((await find(id)).status).toBe('running');
    worker = await startWorker();
    await ended(id, 'undone');
    expect(await readings('M')).toBe(0);
    const empty = (await hours('M')).filter((hour) =>
      Object.entries(hour).some(
        ([name, value]) => name.startsWith('energy') && value !== null && value !== 0,
      ),
    );
    expect(empty).toEqual([]);
    expect(await readings('R')).toBe(MINUTES);
  });
});
