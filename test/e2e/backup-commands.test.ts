import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startCommand } from '../servers/command';
import { StartedProducts } from '../servers/started-products';

jest.setTimeout(180_000);

async function signIn(address: string): Promise<string> {
  const response = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'chosen by the operator' }),
  });
  return ((await response.json()) as { accessToken: string }).accessToken;
}

const call = (address: string, token: string, method: string, path: string, body?: object) =>
  fetch(`${address}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });

describe('npm run backup and npm run restore', () => {
  let products: StartedProducts;

  beforeEach(() => (products = new StartedProducts()));
  afterEach(() => products.end());

  const run = (script: string, ...args: string[]) =>
    startCommand([join('scripts', script), ...args], { DATA_DIR: products.dataDir, HOME: process.env.HOME })
      .outcome;

  it('npm run backup and npm run restore save the running product with its embedded database, and restore it after a stop', async () => {
    const file = join(products.folder, 'saved.tar.gz');
    const ADMIN_PASSWORD = 'chosen by the operator';
    const product = products.start({ ADMIN_PASSWORD });
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

    product.signal('SIGTERM');
    await product.ended;
    expect(await run('restore.mjs', file)).toMatchObject({
      code: 1,
      output: expect.stringContaining('--overwrite'),
    });
    expect(await run('restore.mjs', file, '--overwrite')).toMatchObject({ code: 0 });
    expect(existsSync(join(products.dataDir, 'supervisor.lock'))).toBe(false);
    const restored = await products.start().ready();
    const found = await call(restored, await signIn(restored), 'GET', `/calendars/${id}`);
    expect(await found.json()).toMatchObject({ name: 'Saved' });
  });
});
