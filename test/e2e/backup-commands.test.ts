import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { administerDatabase, dropDatabase } from '@app/entities';
import { testEnvironment, waitFor } from '../harness';
import { describeOnMariaDb, describeOnPostgres } from '../profile';
import { startCommand } from '../servers/command';
import type { Product } from '../servers/product';
import { StartedProducts, UNREACHABLE_GATEWAY } from '../servers/started-products';

jest.setTimeout(180_000);

const root = join(__dirname, '..', '..');
const ADMIN_PASSWORD = 'chosen by the operator';

async function signIn(address: string): Promise<string> {
  const response = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }),
  });
  return ((await response.json()) as { accessToken: string }).accessToken;
}

const call = (address: string, token: string, method: string, path: string, body?: object) =>
  fetch(`${address}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });

async function stop(product: Product): Promise<void> {
  product.signal('SIGTERM');
  expect(await product.ended).toBe(0);
}

describeOnPostgres('npm run backup and npm run restore', () => {
  let products: StartedProducts;

  beforeEach(() => (products = new StartedProducts()));
  afterEach(() => products.end());

  const run = (script: string, ...args: string[]) =>
    startCommand([join('scripts', script), ...args], { DATA_DIR: products.dataDir, HOME: process.env.HOME })
      .outcome;

  it('npm run backup and npm run restore save the running product with its embedded database, and restore it after a stop', async () => {
    const file = join(products.folder, 'saved.tar.gz');
    const product = products.start({ ...UNREACHABLE_GATEWAY, ADMIN_PASSWORD });
    const address = await product.ready();
    const token = await signIn(address);
    const created = await call(address, token, 'POST', '/calendars', { name: 'Saved', weekly: [] });
    expect(created.status).toBe(201);
    const { id } = (await created.json()) as { id: number };

    const saved = await run('backup.mjs', file);
    expect(saved).toMatchObject({ code: 0, output: expect.stringContaining('The backup is not encrypted.') });
    expect(await run('backup.mjs', file)).toMatchObject({
      code: 1,
      output: `${file} exists already. Choose another name.\n`,
    });
    expect((await call(address, token, 'DELETE', `/calendars/${id}`)).status).toBe(200);
    expect(await run('restore.mjs', file, '--overwrite')).toMatchObject({
      code: 1,
      output: expect.stringContaining('Plantroom already uses the data'),
    });

    await stop(product);
    expect(await run('restore.mjs', file)).toMatchObject({
      code: 1,
      output: expect.stringContaining('--overwrite'),
    });
    expect(await run('restore.mjs', file, '--overwrite')).toMatchObject({ code: 0 });
    expect(existsSync(join(products.dataDir, 'supervisor.lock'))).toBe(false);
    const restored = await products.start(UNREACHABLE_GATEWAY).ready();
    const found = await call(restored, await signIn(restored), 'GET', `/calendars/${id}`);
    expect(await found.json()).toMatchObject({ name: 'Saved' });
  });
});

// The product moves from its embedded PostgreSQL to the MariaDB of the profile.
describeOnMariaDb('the move to a database of your own', () => {
  let products: StartedProducts;
  let serverUrl: string;
  let name: string;

  beforeEach(() => {
    products = new StartedProducts();
    serverUrl = testEnvironment().DATABASE_URL;
    name = new URL(serverUrl).pathname.slice(1);
  });
  afterEach(async () => {
    await products.end();
    await administerDatabase(serverUrl, () => `DROP USER IF EXISTS '${name}'@'%'`);
    await dropDatabase(serverUrl);
  });

  /** Returns the blocks of this language in the chapter of docs/operations.md about the move. */
  function blocksOf(language: string): string[] {
    const document = readFileSync(join(root, 'docs', 'operations.md'), 'utf8');
    const [, chapter = ''] = /^### Moving to your own database$(.*?)^## /ms.exec(document) ?? [];
    const blocks = chapter.matchAll(new RegExp(`^ *\`\`\`${language}\\n(.*?)^ *\`\`\`$`, 'gms'));
    return [...blocks].map(([, block = '']) => block.replaceAll('plantroom', name));
  }

  /** Runs shell commands in the checkout. @returns the output */
  async function run(commands: string, variables: NodeJS.ProcessEnv = {}): Promise<string> {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, DATA_DIR: products.dataDir, ...UNREACHABLE_GATEWAY, ...variables };
    const { stdout } = await promisify(execFile)('bash', ['-eu', '-c', commands], { cwd: root, env });
    return stdout;
  }

  it('the commands of docs/operations.md move a product from its embedded database to MariaDB and back', async () => {
    const create = async (address: string, token: string, calendar: string) => {
      const created = await call(address, token, 'POST', '/calendars', { name: calendar, weekly: [] });
      expect(created.status).toBe(201);
    };
    const namesOf = async (address: string, token: string) => {
      const calendars = await (await call(address, token, 'GET', '/calendars')).json();
      return (calendars as { name: string }[]).map((calendar) => calendar.name);
    };
    const embedded = products.start({ ...UNREACHABLE_GATEWAY, ADMIN_PASSWORD });
    const first = await embedded.ready();
    const token = await signIn(first);
    await create(first, token, 'Written on PostgreSQL');
    await stop(embedded);

    const { host } = new URL(serverUrl);
    const { QUEUE_URL } = testEnvironment();
    for (const statement of blocksOf('sql').join('').split(';').slice(0, -1)) {
      await administerDatabase(serverUrl, () => statement);
    }
    const output = await run(
      blocksOf('sh')
        .join('')
        .replaceAll('/backup/', `${products.folder}/`)
        .replaceAll('.data/', `${products.dataDir}/`)
        .replace('db.example:3306', host)
        .replace('redis://redis.example:6379', QUEUE_URL),
    );
    expect(output).toMatch(/Wrote and checked .*Restored and compared /s);

    const variables = {
      ...UNREACHABLE_GATEWAY,
      DATABASE_URL: `mysql://${name}:a%20secret@${host}/${name}`,
      QUEUE_URL,
      JWT_SECRET: readFileSync(join(products.dataDir, 'secrets', 'jwt-secret'), 'utf8').trim(),
    };
    const moved = products.start(variables);
    const second = await moved.ready();
    // The token from before the move is still valid, and so is the password.
    expect(await namesOf(second, token)).toEqual(['Written on PostgreSQL']);
    await create(second, await signIn(second), 'Written on MariaDB');
    expect((await call(second, token, 'POST', '/system/backups', {})).status).toBe(202);
    const isVerified = async () => {
      const backups = await (await call(second, token, 'GET', '/system/backups')).json();
      return (backups as { verifiedAt: string | null }[])[0]?.verifiedAt !== null;
    };
    await waitFor(isVerified, { what: 'the verification of a backup' });
    await stop(moved);

    const file = join(products.folder, 'return.tar.gz');
    await run(`npm run backup -- ${file}`, variables);
    await run(`npm run restore -- ${file} --overwrite --continue-work`);
    const third = await products.start(UNREACHABLE_GATEWAY).ready();
    expect(await namesOf(third, await signIn(third))).toEqual([
      'Written on PostgreSQL',
      'Written on MariaDB',
    ]);
  });
});
