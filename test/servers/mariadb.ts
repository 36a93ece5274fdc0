import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findUser } from '../../libs/embedded-postgres/src';
import { requireProgram } from './programs';
import { type TestServer, freePort, startServer, stopServer } from './test-server';

interface MariaDbOptions {
  /** The port; by default, a free port. */
  readonly port?: number;
  /**
   * Whether the server flushes each commit to the disk, as it does with its usual settings. By default, it flushes
   * nothing. This is faster, and loses data only if the machine crashes.
   */
  readonly durable?: boolean;
}

/** Settings for tests, which start many servers and do not need their data afterwards. */
const NOT_DURABLE = [
  '--innodb-flush-method=nosync',
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-doublewrite=OFF',
  '--innodb-buffer-pool-size=64M',
];

/**
 * Starts a separate MariaDB server with its data in `folder`. Creates the folder if it does not exist; a later start
 * can use it again. The account is `root` without a password. The server does not touch an installed MariaDB server.
 */
export async function startMariaDb(
  folder: string,
  { port, durable = false }: MariaDbOptions = {},
): Promise<TestServer & { pid: number }> {
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
    ...(durable ? [] : NOT_DURABLE),
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
