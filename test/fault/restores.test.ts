// Runs in the full check only: servers fail, hang, and come back.
// Runs on both profiles: each database has statements of its own.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserEntity } from '@app/entities';
import { startBackup, startRestore } from '../factories/backup-commands';
import { RunningApi } from '../factories/running-api';
import { TcpRelay } from '../factories/tcp-relay';
import { ON_MARIADB } from '../profile';
import { AppProcess } from '../servers/app-process';

jest.setTimeout(180_000);

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

  it('a restore that is killed leaves the old data on PostgreSQL, and on MariaDB a database that no process uses until the restore is repeated', async () => {
    const { id, username } = await api.signInAs('viewer');
    const written = await startBackup(api.environment, file).outcome;
    expect(written).toEqual({
      code: 0,
      output: expect.stringMatching(/^Wrote and checked .+one\.tar\.gz\.enc/),
    });
    expect(await readdir(join(folder, 'backups'))).toEqual(['one.tar.gz.enc']);
    await api.database.dataSource.manager.delete(UserEntity, { id });

    const whileRunning = await startRestore(api.environment, file).outcome;
    expect(whileRunning).toMatchObject({
      code: 1,
      output: expect.stringContaining('Stop every api and worker'),
    });

    await api.stopProcess();
    await api.database.dataSource.destroy();
    const throughRelay = Object.assign({}, api.environment, { DATABASE_URL: relay.url });
    const killed = startRestore(throughRelay, file);
    await relay.holdAnswer(/DROP TABLE IF EXISTS/, /INSERT INTO user_account/);
    killed.child.kill('SIGKILL');
    await killed.outcome;

    const keepsItsOldData = async () => {
      const old = await api.another();
      expect(await old.signIn()).toEqual(expect.any(String));
      expect(await old.signIn(username)).toBeUndefined();
      await old.stopProcess();
    };
    const refusesToStart = async () => {
      for (const app of ['api', 'worker'] as const) {
        const process = new AppProcess(app, api.environment);
        await expect(process.start()).rejects.toThrow(
          /A restore of this database from one\.tar\.gz\.enc began at/,
        );
        expect(process.exitCode).toBe(78);
      }
    };
    await (ON_MARIADB ? refusesToStart() : keepsItsOldData());

    const again = await startRestore(api.environment, file, !ON_MARIADB).outcome;
    expect(again).toMatchObject({
      code: 0,
      output: expect.stringMatching(/Restored and compared \d+ tables/),
    });
    const served = await api.another();
    await api.database.dataSource.initialize();
    try {
      expect(await served.signIn(username)).toEqual(expect.any(String));
    } finally {
      await served.stopProcess();
    }
  });
});
