// Runs in the full check only: servers fail, hang, and come back.
import { BackupEntity, dialectSql, FileEntity } from '@app/entities';
import { join } from 'node:path';
import { RunningApi } from '../factories/running-api';
import { TcpRelay } from '../factories/tcp-relay';
import { waitFor } from '../harness';
import { AppProcess } from '../servers/app-process';

jest.setTimeout(360_000);

const LONG_AGO = new Date('2026-01-01T00:00:00Z');
const QUICK_WORKER = join(__dirname, '..', 'servers', 'quick-worker.mjs');
const DATABASES = 'SELECT datname FROM pg_database';
/**
 * Matches the statement with which a backup reads this table. No other statement reads all columns in the order of the
 * primary key.
 */
const DUMP = /FROM "fault_comment" ORDER BY/;
/** Matches a statement of a verification. Workers insert accounts only when they verify a backup. */
const VERIFICATION = /INSERT INTO user_account/;
/**
 * The worker moves each event from the first table to the second after it has evaluated the event. One statement reads
 * both tables, so that no event is missed.
 */
const EVENTS = `SELECT id FROM trigger_occurrence WHERE name = 'backup.completed'
  UNION ALL SELECT id FROM recent_event WHERE name = 'backup.completed'`;

describe('a backup whose worker is killed', () => {
  let api: RunningApi;
  let relay: TcpRelay;
  let worker: AppProcess;

  beforeAll(async () => {
    api = await RunningApi.startProcess();
    relay = await TcpRelay.before(api.database.url);
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

  /** Starts another worker. Sets the claim of the killed one to expired, so that the test need not wait for that. */
  async function startNextWorker(): Promise<void> {
    await api.database.dataSource.manager.update(BackupEntity, { status: 'running' }, { dueAt: LONG_AGO });
    worker = await startWorker();
  }

  it('a backup whose worker is killed is completed by another worker, which leaves one file, one event and no temporary database', async () => {
    const { manager } = api.database.dataSource;
    const token = await api.signIn();
    const dumping = relay.holdAnswer(DUMP);
    const { status, body } = await api.call('POST', '/api/system/backups', { token, body: {} });
    expect(status).toBe(202);
    const { id } = body as { id: string };
    await dumping;
    await worker.kill();
    expect(await manager.findOneByOrFail(BackupEntity, { id })).toMatchObject({
      status: 'running',
      fileId: null,
      attempts: 1,
    });

    const verifying = relay.holdAnswer(VERIFICATION);
    await startNextWorker();
    await verifying;
    await worker.kill();
    const { fileId } = await manager.findOneByOrFail(BackupEntity, { id });
    expect(fileId).not.toBeNull();

    await startNextWorker();
    const completed = await waitFor(
      async () => {
        const row = await manager.findOneByOrFail(BackupEntity, { id });
        return row.finishedAt !== null && row;
      },
      { what: 'the third worker' },
    );
    // The second attempt completed the file, so the third attempt only verified it.
    expect(completed).toMatchObject({ status: 'completed', attempts: 3, fileId, error: null });
    expect(completed.verifiedAt).not.toBeNull();
    expect((await manager.findBy(FileEntity, { category: 'backup' })).map((file) => file.id)).toEqual([
      fileId,
    ]);
    expect(await dialectSql.query(manager, EVENTS, [])).toHaveLength(1);
    const own = new URL(api.database.url).pathname.slice(1);
    const databases = await manager.query<Record<string, string>[]>(DATABASES);
    expect(databases.flatMap(Object.values).filter((name) => name.startsWith(own))).toEqual([own]);
  });
});
