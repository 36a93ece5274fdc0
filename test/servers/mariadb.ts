import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findUser } from '../../libs/embedded-postgres/src';
import { requireProgram } from './programs';
import { type TestServer, freePort, startServer, stopServer } from './test-server';

/**
 * Starts a MariaDB of our own in `folder` (made when missing; kept for the next start), account `root` without
 * a password. Nothing of an installed server is touched. Fast instead of safe: nothing is flushed to the disk.
 */
export async function startMariaDb(folder: string, port?: number): Promise<TestServer & { pid: number }> {
  const server = requireProgram('mariadbd');
  const data = join(folder, 'data');
  const chosen = port ?? (await freePort());
  const user = process.getuid?.() === 0 ? findUser(['mysql', 'nobody']) : null;
  mkdirSync(folder, { recursive: true });
  if (user) chownSync(folder, user.uid, user.gid);
  const settings = [
    '--no-defaults',
    `--datadir=${data}`,
    ...(user ? [`--user=${user.name}`] : []),
    '--innodb-flush-method=nosync',
    '--innodb-log-file-size=32M',
    '--skip-name-resolve',
  ];
  if (!existsSync(data)) {
    const install = requireProgram('mariadb-install-db');
    await promisify(execFile)(install, [
      ...settings,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ]);
  }
  const child = await startServer(
    server,
    [
      ...settings,
      `--port=${chosen}`,
      '--bind-address=127.0.0.1',
      `--socket=${join(folder, 'server.sock')}`,
      `--pid-file=${join(folder, 'server.pid')}`,
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-doublewrite=OFF',
      '--innodb-buffer-pool-size=64M',
      '--performance-schema=OFF',
      '--max-connections=400',
    ],
    chosen,
  );
  return {
    url: `mysql://root@127.0.0.1:${chosen}`,
    pid: child.pid ?? 0,
    stop: () => stopServer(child),
  };
}
