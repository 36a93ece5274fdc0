import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProfileServers, profiles } from './profile';
import { OWN_REDIS_DATABASES } from './redis';

let folder: string | undefined;
let servers: ProfileServers | undefined;

/**
 * Starts the servers of the profile, and passes their URLs to the tests in environment variables. Does not start a
 * server whose variable is already set.
 */
export async function startServers(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'plantroom-test-'));
  // Some servers run as another user, which must be able to enter the folder.
  chmodSync(folder, 0o711);
  process.env.TEST_FOLDER = folder;
  if (!process.env.TEST_DATABASE_SERVER) {
    const name = process.env.TEST_PROFILE || 'embedded';
    const start = profiles[name];
    if (!start)
      throw new Error(`TEST_PROFILE is '${name}', but must be one of ${Object.keys(profiles).join(', ')}.`);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, endAtOnce);
    servers = await start(folder);
    process.env.TEST_DATABASE_SERVER = servers.database.url;
    process.env.TEST_QUEUE_SERVER = servers.queue.url;
    process.env.TEST_REDIS_DATABASES = String(OWN_REDIS_DATABASES);
  }
  process.env.TEST_QUEUE_SERVER ||= process.env.TEST_DATABASE_SERVER;
  // Entities read this variable when they are loaded, because their column types depend on the database.
  process.env.DATABASE_URL = `${process.env.TEST_DATABASE_SERVER}/unused`;
}

export async function stopServers(): Promise<void> {
  const { database, queue } = servers ?? {};
  servers = undefined;
  if (queue && queue !== database) await queue.stop();
  await database?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
}

/** Stops the servers if a signal ends Jest, because Jest then skips its teardown. */
function endAtOnce(signal: NodeJS.Signals): void {
  void stopServers().finally(() => process.exit(signal === 'SIGINT' ? 130 : 143));
}
