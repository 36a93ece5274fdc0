import { join } from 'node:path';
import { EmbeddedPostgres } from '../../libs/embedded-postgres/src';
import { startMariaDb } from './mariadb';
import { startRedis } from './redis';
import type { TestServer } from './test-server';

export interface ProfileServers {
  database: TestServer;
  queue: TestServer;
}

/** The servers of each profile. A profile is a combination of servers that the product supports. */
export const profiles: Record<string, (folder: string) => Promise<ProfileServers>> = {
  embedded: async (folder) => {
    const server = await EmbeddedPostgres.start({
      dataDir: join(folder, 'postgres'),
      durable: false,
      // The processes of several test files are connected at the same time.
      maxConnections: 400,
    });
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
