import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { EmbeddedPostgres } from './embedded-postgres';
import { becomesTrue } from './postmaster';

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: `${url}/postgres` });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql);
  await client.end();
  return rows[0] && Object.values(rows[0])[0];
}

describe('EmbeddedPostgres', () => {
  let folder: string;
  const started: EmbeddedPostgres[] = [];

  async function start(dataDir: string, durable = false) {
    const server = await EmbeddedPostgres.start({ dataDir, durable });
    started.push(server);
    return server;
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'embedded-postgres-'));
  });
  afterEach(async () => {
    for (const server of started.splice(0)) await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps its data after a clean stop, in a folder that other users cannot enter', async () => {
    const dataDir = join(folder, 'closed', 'postgres');
    mkdirSync(join(folder, 'closed'), { mode: 0o700 });
    const first = await start(dataDir);
    await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS value');
    await first.stop();
    await first.exited;

    const second = await start(dataDir);
    expect(await ask(second.url, 'SELECT value FROM kept')).toBe(7);
    expect(readFileSync(join(dataDir, 'server.log'), 'utf8')).not.toContain('not properly shut down');
    expect(statSync(join(dataDir, 'password')).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'cluster')).mode & 0o077).toBe(0);
  });

  it('requires the password', async () => {
    const { port } = await start(join(folder, 'postgres'));
    await expect(ask(`postgres://postgres:wrong@127.0.0.1:${port}`, 'SELECT 1')).rejects.toThrow(/password/);
  });

  it('limits the memory of each server process if the system supports this', async () => {
    const server = await start(join(folder, 'postgres'));
    const file = `/proc/${server.pid}/limits`;
    const limits = existsSync(file) ? readFileSync(file, 'utf8') : 'Max address space 536870912 536870912';
    expect(limits).toMatch(/Max address space +536870912 +536870912/);
  });

  it('stops a server whose parent process was killed', async () => {
    const dataDir = join(folder, 'postgres');
    const orphan = await start(dataDir);
    const next = await start(dataDir);
    await orphan.exited;
    expect(next.pid).not.toBe(orphan.pid);
    expect(await ask(next.url, 'SELECT 1')).toBe(1);
  });

  it('recovers from a crash even if another program now has the process id of the server', async () => {
    const dataDir = join(folder, 'postgres');
    const crashed = await start(dataDir, true);
    await ask(crashed.url, 'CREATE TABLE kept AS SELECT 7 AS value');
    process.kill(crashed.pid, 'SIGKILL');
    await crashed.exited;
    const file = join(dataDir, 'cluster', 'postmaster.pid');
    const stranger = spawn('sleep', ['60']);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(stranger.pid)));

    const next = await start(dataDir);
    expect(await ask(next.url, 'SELECT value FROM kept')).toBe(7);
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    stranger.kill();
  });

  it('creates a new cluster after an interrupted set-up', async () => {
    const dataDir = join(folder, 'postgres');
    mkdirSync(join(dataDir, 'cluster.unfinished'), { recursive: true });
    writeFileSync(join(dataDir, 'cluster.unfinished', 'PG_VERSION'), '18');
    const { url } = await start(dataDir);
    expect(await ask(url, 'SELECT 1')).toBe(1);
  });

  it('reports in one line why it cannot start', async () => {
    const dataDir = join(folder, 'postgres');
    await (await start(dataDir)).stop();
    writeFileSync(join(dataDir, 'cluster', 'postgresql.conf'), 'no such setting = 1\n');
    const failed = EmbeddedPostgres.start({ dataDir, durable: false });
    await expect(failed).rejects.toThrow(/^The embedded PostgreSQL does not start: [^\n]+server\.log\)$/);
  });

  it('detects that the server ended by itself', async () => {
    const server = await start(join(folder, 'postgres'));
    let ended = false;
    void server.exited.then(() => (ended = true));
    process.kill(server.pid, 'SIGKILL');
    expect(await becomesTrue(() => ended, 5000)).toBe(true);
  });
});
