// Runs on MariaDB and Redis only: on PostgreSQL, a restore is one transaction.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserEntity } from '@app/entities';
import { startBackup, startRestore } from '../factories/backup-commands';
import { RunningApi } from '../factories/running-api';
import { TcpRelay } from '../factories/tcp-relay';

describe('a restore that is killed', () => {
  let api: RunningApi;
  let relay: TcpRelay;
  let folder: string;
  let file: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plantroom-restores-'));
    file = join(folder, 'backups', 'one.tar.gz.enc');
    api = await RunningApi.start({ BACKUP_PASSPHRASE: 'correct horse battery staple' });
    relay = await TcpRelay.before(api.database.url);
  });
  afterAll(async () => {
    await relay.cut();
    await api.stop();
    await rm(folder, { recursive: true });
  });

  it('a restore that is killed or that fails leaves the old data, and can be repeated', async () => {
    const { dataSource } = api.database;
    const { id, username } = await api.signInAs('viewer');
    const written = await startBackup(api.environment, file).outcome;
    expect(written).toEqual({
      code: 0,
      output: expect.stringMatching(/^Wrote and checked .+one\.tar\.gz\.enc/),
    });
    expect(await readdir(join(folder, 'backups'))).toEqual(['one.tar.gz.enc']);
    await dataSource.manager.delete(UserEntity, { id });

    const whileRunning = await startRestore(api.environment, file).outcome;
    expect(whileRunning).toMatchObject({
      code: 1,
      output: expect.stringContaining('Stop every api and worker'),
    });

    await api.stopProcess();
    await dataSource.destroy();
    const throughRelay = Object.assign({}, api.environment, { DATABASE_URL: relay.url });
    const killed = startRestore(throughRelay, file);
    await relay.holdAnswer(/CREATE TABLE/, /INSERT INTO .?user_account/);
    killed.child.kill('SIGKILL');
    await killed.outcome;

    await dataSource.initialize();
    expect(await usernames()).toEqual([api.environment.ADMIN_USERNAME]);
    // A table with a trigger cannot be moved to another database.
    await dataSource.query('CREATE TRIGGER fixed BEFORE INSERT ON widget FOR EACH ROW SET @a = 1');
    await dataSource.destroy();
    expect(await startRestore(api.environment, file).outcome).toEqual({
      code: 1,
      output: expect.stringContaining('The restore failed: Trigger in wrong schema'),
    });

    await dataSource.initialize();
    expect(await usernames()).toEqual([api.environment.ADMIN_USERNAME]);
    await dataSource.query('DROP TRIGGER fixed');
    await dataSource.destroy();
    expect(await startRestore(api.environment, file, true).outcome).toMatchObject({
      code: 0,
      output: expect.stringMatching(/Restored and compared \d+ tables/),
    });
    const served = await api.another();
    await dataSource.initialize();
    try {
      expect(await served.signIn(username)).toEqual(expect.any(String));
    } finally {
      await served.stopProcess();
    }
  });

  async function usernames(): Promise<string[]> {
    const users = await api.database.dataSource.manager.find(UserEntity);
    return users.map((user) => user.username);
  }
});
