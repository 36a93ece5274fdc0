import { mkdirSync } from 'node:fs';
import { requireProgram } from './programs';
import { type TestServer, freePort, startServer, stopServer } from './test-server';

/** Number of logical databases of the server, so that each test can have its own. */
export const OWN_REDIS_DATABASES = 4096;

/** Starts a Redis server without persistence. */
export async function startRedis(folder: string, port?: number): Promise<TestServer & { pid: number }> {
  const program = requireProgram('redis-server');
  const chosen = port ?? (await freePort());
  mkdirSync(folder, { recursive: true });
  const settings = { port: chosen, bind: '127.0.0.1', save: '', appendonly: 'no', dir: folder };
  const args = Object.entries({ ...settings, databases: OWN_REDIS_DATABASES }).flatMap(([name, value]) => [
    `--${name}`,
    String(value),
  ]);
  const child = await startServer(program, args, chosen);
  return {
    url: `redis://127.0.0.1:${chosen}`,
    pid: child.pid ?? 0,
    stop: () => stopServer(child),
  };
}
