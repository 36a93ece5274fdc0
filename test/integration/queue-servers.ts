import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { Client, DatabaseError } from 'pg';
import { EmbeddedPostgres } from '../../libs/embedded-postgres/src';
import { startRedis } from '../servers/redis';
import { freePort } from '../servers/test-server';

const DEADLOCK = '40P01';

/** A queue server of the current profile that belongs to one test. The test may stop or damage it. */
export class QueueServer {
  private readonly folder = mkdtempSync(join(tmpdir(), 'plantroom-queue-'));
  private running: { pid: number; url: string; stop(): Promise<void> } | undefined;
  private frozen: number[] = [];
  private redisDatabases = 0;
  private readonly isRedis = (process.env.TEST_QUEUE_SERVER ?? '').startsWith('redis');

  private constructor(private readonly port: number) {}

  static async start(): Promise<QueueServer> {
    const server = new QueueServer(await freePort());
    await server.start();
    return server;
  }

  /**
   * Starts the server again after `stop`, on the same port. A restarted Redis is empty. Does nothing if the server
   * runs.
   */
  async start(): Promise<void> {
    const { folder, port } = this;
    this.running ??= this.isRedis
      ? await startRedis(folder, port)
      : await EmbeddedPostgres.start({ dataDir: folder, port, durable: false });
  }

  async stop(): Promise<void> {
    this.thaw();
    await this.running?.stop();
    this.running = undefined;
  }

  /** Suspends the server. Connections stay open, but the server does not respond. */
  freeze(): void {
    this.frozen = this.processes();
    for (const pid of this.frozen) signalIfRunning(pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of this.frozen.splice(0).reverse()) signalIfRunning(pid, 'SIGCONT');
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Returns the URL of a new, empty queue. It remains valid if the server restarts. */
  async freshQueueUrl(): Promise<string> {
    const server = this.running?.url ?? '';
    if (this.isRedis) return `${server}/${++this.redisDatabases}`;
    const name = `queue_${randomBytes(6).toString('hex')}`;
    await runSql(`${server}/postgres`, `CREATE DATABASE ${name}`);
    return `${server}/${name}`;
  }

  private processes(): number[] {
    const { pid } = this.running ?? {};
    if (pid === undefined) throw new Error('The server is not running.');
    // Include the child processes: PostgreSQL uses one process per connection.
    const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
    const children = table
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
      .filter(([, parent]) => parent === pid)
      .flatMap(([child]) => (child === undefined ? [] : [child]));
    return [pid, ...children];
  }
}

/** Deletes everything in the queue, including the queue's tables. */
export async function loseQueue(queueUrl: string): Promise<void> {
  if (queueUrl.startsWith('redis')) {
    const redis = new Redis(queueUrl);
    await redis.flushdb();
    await redis.quit();
  } else {
    // Repeat the statement, because it fails while active workers lock the tables.
    while (!(await isDone(runSql(queueUrl, 'DROP SCHEMA bullmq CASCADE')))) continue;
  }
}

/** A process of a connection may end at any time. */
function signalIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function runSql(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function isDone(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === DEADLOCK) return false;
    throw error;
  }
}
