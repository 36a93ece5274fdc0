import { BackupEntity, FileEntity, TriggerOccurrenceEntity } from '@app/entities';
import { join } from 'node:path';
import { RunningApi } from '../factories/running-api';
import { TcpRelay } from '../factories/tcp-relay';
import { waitFor } from '../harness';
import { AppProcess } from '../servers/app-process';

jest.setTimeout(360_000);

const QUICK_WORKER = join(__dirname, '..', 'servers', 'quick-worker.mjs');
const MARIADB = process.env.TEST_PROFILE === 'mariadb';
const DATABASES = MARIADB ? 'SHOW DATABASES' : 'SELECT datname FROM pg_database';
/** Only a backup reads all columns of this table in the order of the primary key. */
const DUMP = MARIADB ? /FROM `fault_comment` AS rows_of/ : /FROM "fault_comment" ORDER BY/;
/** The worker inserts accounts only in the temporary database of a verification. */
const VERIFICATION = /INSERT INTO user_account/;

describe('O35: a backup whose worker is killed', () => {
  let api: RunningApi;
  let relay: TcpRelay;
  let worker: AppProcess;

  beforeAll(async () => {
    api = await RunningApi.start();
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

  /** Kills the worker while the response to one of its statements is held, and starts another. */
  async function killAt(held: Promise<void>): Promise<void> {
    await held;
    await worker.kill();
    worker = await startWorker();
  }

  it('is completed by another worker, with one file, one event and no temporary database', async () => {
    const { manager } = api.database.dataSource;
    const token = await api.signIn();
    const dumping = relay.holdAnswer(DUMP);
    const { status, body } = await api.call('POST', '/api/system/backups', { token, body: {} });
    expect(status).toBe(202);
    const { id } = body as { id: string };
    await killAt(dumping);
    expect(await manager.findOneByOrFail(BackupEntity, { id })).toMatchObject({
      status: 'running',
      fileId: null,
      attempts: 1,
    });

    await killAt(relay.holdAnswer(VERIFICATION));
    const { fileId } = await manager.findOneByOrFail(BackupEntity, { id });
    expect(fileId).not.toBeNull();

    const completed = await waitFor(
      async () => {
        const row = await manager.findOneByOrFail(BackupEntity, { id });
        return row.finishedAt !== null && row;
      },
      { what: 'the third worker', timeoutMs: 120_000 },
    );
    // The file of the second attempt was complete, so the third attempt has only verified it.
    expect(completed).toMatchObject({ status: 'completed', attempts: 3, fileId, error: null });
    expect(completed.verifiedAt).not.toBeNull();
    expect((await manager.findBy(FileEntity, { category: 'backup' })).map((file) => file.id)).toEqual([
      fileId,
    ]);
    expect(await manager.countBy(TriggerOccurrenceEntity, { name: 'backup.completed' })).toBe(1);
    const own = new URL(api.database.url).pathname.slice(1);
    const databases = await manager.query<Record<string, string>[]>(DATABASES);
    expect(databases.flatMap(Object.values).filter((name) => name.startsWith(own))).toEqual([own]);
  });
});
