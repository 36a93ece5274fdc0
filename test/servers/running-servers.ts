import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProfileServers, profiles } from './profile';
import { OWN_REDIS_DATABASES } from './redis';

let folder: string | undefined;
let servers: ProfileServers | undefined;

/** Starts what the profile needs and tells the tests by their environment; servers that are given are used as they are. */
export async function startServers(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'plantroom-test-'));
  // Servers that run as another user pass through.
  chmodSync(folder, 0o711);
  process.env.TEST_FOLDER = folder;
  if (!process.env.TEST_DATABASE_SERVER) {
    const name = process.env.TEST_PROFILE || 'embedded';
    const start = profiles[name];
    if (!start) throw new Error(`TEST_PROFILE is one of ${Object.keys(profiles).join(', ')}, not ${name}`);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, endAtOnce);
    servers = await start(folder);
    process.env.TEST_DATABASE_SERVER = servers.database.url;
    process.env.TEST_QUEUE_SERVER = servers.queue.url;
    process.env.TEST_REDIS_DATABASES = String(OWN_REDIS_DATABASES);
  }
  process.env.TEST_QUEUE_SERVER ||= process.env.TEST_DATABASE_SERVER;
  // Entities choose their column types by it while they load.
  process.env.DATABASE_URL = `${process.env.TEST_DATABASE_SERVER}/unused`;
}

export async function stopServers(): Promise<void> {
  const { database, queue } = servers ?? {};
  servers = undefined;
  if (queue && queue !== database) await queue.stop();
  await database?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
}

/** Jest ends on a signal without its teardown. */
function endAtOnce(signal: NodeJS.Signals): void {
  void stopServers().finally(() => process.exit(signal === 'SIGINT' ? 130 : 143));
}
