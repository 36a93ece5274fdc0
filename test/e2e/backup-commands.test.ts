// Runs in the full check only: it starts many commands.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { administerDatabase, dropDatabase } from '@app/entities';
import { unwrap } from '../../clients/typescript/src';
import { testEnvironment, waitFor } from '../harness';
import { describeOnMariaDb, describeOnPostgres } from '../profile';
import { startCommand } from '../servers/command';
import type { Product } from '../servers/product';
import { StartedProducts, UNREACHABLE_GATEWAY } from '../servers/started-products';
import { ProductClient } from './product/product-client';

jest.setTimeout(180_000);

const root = join(__dirname, '..', '..');
const ADMIN_PASSWORD = 'chosen by the operator';

/** Signs in as the administrator. */
async function signIn(address: string): Promise<ProductClient> {
  const client = new ProductClient(() => address);
  await client.signIn('admin', ADMIN_PASSWORD);
  return client;
}

async function createCalendar({ api }: ProductClient, name: string): Promise<number> {
  return (await unwrap(api.POST('/api/calendars', { body: { name, weekly: [] } }))).id;
}

async function calendarsIn({ api }: ProductClient): Promise<string[]> {
  const calendars = await unwrap(api.GET('/api/calendars'));
  return calendars.map(({ name }) => name);
}

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
    const client = await signIn(address);
    const id = await createCalendar(client, 'Saved');
    const params = { path: { id } };

    const saved = await run('backup.mjs', file);
    expect(saved).toMatchObject({ code: 0, output: expect.stringContaining('The backup is not encrypted.') });
    expect(await run('backup.mjs', file)).toMatchObject({
      code: 1,
      output: `${file} exists already. Choose another name.\n`,
    });
    await unwrap(client.api.DELETE('/api/calendars/{id}', { params }));
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
    const { api } = await signIn(restored);
    expect(await unwrap(api.GET('/api/calendars/{id}', { params }))).toMatchObject({ name: 'Saved' });
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
    const embedded = products.start({ ...UNREACHABLE_GATEWAY, ADMIN_PASSWORD });
    const before = await embedded.ready();
    const first = new ProductClient(() => before);
    const session = await first.signIn('admin', ADMIN_PASSWORD);
    await createCalendar(first, 'Written on PostgreSQL');
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
    const after = await moved.ready();
    // The token from before the move is still valid, and so is the password.
    const withOldToken = new ProductClient(() => after, { apiKey: session.accessToken });
    expect(await calendarsIn(withOldToken)).toEqual(['Written on PostgreSQL']);
    const second = await signIn(after);
    await createCalendar(second, 'Written on MariaDB');
    expect((await second.api.POST('/api/system/backups', { body: {} })).response.status).toBe(202);
    const isVerified = async () => {
      const [backup] = await unwrap(second.api.GET('/api/system/backups'));
      return backup?.verifiedAt !== null;
    };
    await waitFor(isVerified, { what: 'the verification of a backup' });
    await stop(moved);

    const file = join(products.folder, 'return.tar.gz');
    await run(`npm run backup -- ${file}`, variables);
    await run(`npm run restore -- ${file} --overwrite --continue-work`);
    const third = await products.start(UNREACHABLE_GATEWAY).ready();
    expect(await calendarsIn(await signIn(third))).toEqual(['Written on PostgreSQL', 'Written on MariaDB']);
  });
});
