import { join } from 'node:path';
import { EmbeddedPostgres } from '../../libs/embedded-postgres/src';
import { startMariaDb } from './mariadb';
import { startRedis } from './redis';
import type { TestServer } from './test-server';

export interface ProfileServers {
  database: TestServer;
  queue: TestServer;
}

/** The servers that a test run uses in each profile. Each profile is a supported combination. */
export const profiles: Record<string, (folder: string) => Promise<ProfileServers>> = {
  embedded: async (folder) => {
    const server = await EmbeddedPostgres.start({ dataDir: join(folder, 'postgres'), durable: false });
    return { database: server, queue: server };
  },
  mariadb: async (folder) => {
    const database = await startMariaDb(join(folder, 'mariadb'));
    try {
      return { database, queue: await startRedis(join(folder, 'redis')) };
    } catch (error) {
      await database.stop();
      throw error;
    }
  },
};
