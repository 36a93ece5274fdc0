// Runs in the full check only: it starts many commands.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { unwrap } from '../../clients/typescript/src';
import { startCommand } from '../servers/command';
import type { Product } from '../servers/product';
import { StartedProducts, UNREACHABLE_GATEWAY } from '../servers/started-products';
import { ProductClient } from './product/product-client';

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

async function stop(product: Product): Promise<void> {
  product.signal('SIGTERM');
  expect(await product.ended).toBe(0);
}

describe('npm run backup and npm run restore', () => {
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
