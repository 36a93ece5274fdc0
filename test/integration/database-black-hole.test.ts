// Runs in the full check only: servers fail, hang, and come back.
// Runs on both profiles: the drivers react differently to lost servers.
import { dialectOf } from '@app/config';
import { createDataSource, inTransaction, isDatabaseUnreachable } from '@app/entities';
import type { DataSource } from 'typeorm';
import { TcpRelay } from '../factories/tcp-relay';
import { openDatabase, type TestDatabase, waitFor } from '../harness';

const POOL = 4;
const STATEMENT_MS = 500;
/** The maximum duration of a statement: its time limit, and a margin for a late response and a busy machine. */
const BOUND_MS = 20_000;

describe('a connection pool whose database does not respond', () => {
  let database: TestDatabase;
  let relay: TcpRelay;
  let dataSource: DataSource;
  let isPostgres: boolean;

  beforeAll(async () => {
    database = await openDatabase();
    isPostgres = dialectOf(database.url) === 'postgres';
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    relay = await TcpRelay.before(database.url);
    dataSource = await createDataSource(relay.url, POOL, STATEMENT_MS).initialize();
    await askOnAll();
  });
  afterEach(async () => {
    if (dataSource.isInitialized) await dataSource.destroy();
    await relay.cut();
  });

  /** Runs a transaction on each connection of the pool. Returns the outcomes. */
  async function askOnAll(): Promise<string[]> {
    const asked = Array.from({ length: POOL }, () =>
      inTransaction(dataSource, (manager) => manager.query('SELECT 1')).then(
        () => 'answered',
        (error: unknown) => (isDatabaseUnreachable(error) ? 'unreachable' : String(error)),
      ),
    );
    return Promise.all(asked);
  }

  async function expectRecovery(): Promise<void> {
    await waitFor(async () => (await askOnAll()).every((outcome) => outcome === 'answered'), {
      what: 'every connection to work',
    });
  }

  it('the pool aborts a statement that takes too long, and keeps the connection', async () => {
    const sleep = isPostgres ? 'SELECT pg_sleep(20)' : 'SELECT SLEEP(20)';
    const error = await dataSource.query(sleep).catch((reason: unknown) => reason);
    expect(isDatabaseUnreachable(error)).toBe(true);
    expect(await askOnAll()).toEqual(Array(POOL).fill('answered'));
  });

  it('the pool lets the server end transactions that are idle for a minute', async () => {
    const [row] = await dataSource.query<{ ms: unknown }[]>(
      isPostgres
        ? `SELECT setting AS ms FROM pg_settings WHERE name = 'idle_in_transaction_session_timeout'`
        : 'SELECT @@idle_transaction_timeout * 1000 AS ms',
    );
    expect(Number(row?.ms)).toBe(60_000);
  });

  it('the pool fails pending statements, and works again once the connection works', async () => {
    relay.swallow();
    const askedAtMs = performance.now();
    expect(await askOnAll()).toEqual(Array(POOL).fill('unreachable'));
    expect(performance.now() - askedAtMs).toBeLessThan(BOUND_MS);
    relay.pass();
    await expectRecovery();
    expect(await askOnAll()).toEqual(Array(POOL).fill('answered'));
  });

  it('the pool replaces connections that the network has dropped silently', async () => {
    relay.abandon();
    await expectRecovery();
    expect(await askOnAll()).toEqual(Array(POOL).fill('answered'));
  });

  it.each(['reset', 'silent'] as const)(
    'the pool works again after a response that ends half-way (%s)',
    async (how) => {
      relay.cutNextAnswer(how);
      expect(await askOnAll()).toContain('unreachable');
      expect(relay.hasAnswerToCut).toBe(false);
      expect(await askOnAll()).toEqual(Array(POOL).fill('answered'));
    },
  );

  it('the pool delays the shutdown only briefly', async () => {
    relay.swallow();
    const outcomes = askOnAll();
    await waitFor(() => relay.lostBytes > 0, { what: 'a statement to be lost' });
    const askedAtMs = performance.now();
    await dataSource.destroy();
    expect(performance.now() - askedAtMs).toBeLessThan(BOUND_MS);
    expect(await outcomes).not.toContain('answered');
  });
});
