// Runs in the full check only: it starts whole products.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgres } from '@app/embedded-postgres';
import { waitFor } from '../harness';
import { StartedProducts, UNREACHABLE_GATEWAY } from '../servers/started-products';
import { ProductClient, type Session } from './product/product-client';

jest.setTimeout(90_000);

const root = join(__dirname, '..', '..');

interface Outcome {
  code: number;
  output: string;
}

/** Runs the script that `npm run admin:password` starts. */
function resetPassword(environment: NodeJS.ProcessEnv): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/admin-password.mjs'],
      { cwd: root, env: { PATH: process.env.PATH, ...environment } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}

/** @throws ApiError if the password is wrong */
async function signIn(address: string, password: string): Promise<Session> {
  return new ProductClient(() => address).signIn('admin', password);
}

describe('npm run admin:password', () => {
  let products: StartedProducts;

  beforeEach(() => (products = new StartedProducts()));
  afterEach(() => products.end());

  it('npm run admin:password resets the password while the product runs and while it is stopped', async () => {
    const environment = { DATA_DIR: products.dataDir };
    const product = products.start(UNREACHABLE_GATEWAY);
    const address = await product.ready();
    const running = await resetPassword(environment);
    expect(running).toEqual({
      code: 0,
      output: expect.stringMatching(/^The new password of admin is \S+\n$/),
    });
    const password = running.output.trim().split(' ').at(-1) ?? '';
    const refused = { status: 401, code: 'invalid_credentials' };
    await expect(signIn(address, `${password}!`)).rejects.toMatchObject(refused);
    expect((await signIn(address, password)).user.username).toBe('admin');

    product.signal('SIGTERM');
    await product.ended;
    const stopped = await resetPassword({ ...environment, ADMIN_PASSWORD: 'chosen by the operator' });
    expect(stopped).toEqual({ code: 0, output: 'The password of admin is now the one in ADMIN_PASSWORD.\n' });
    const again = products.start(UNREACHABLE_GATEWAY);
    const { user } = await signIn(await again.ready(), 'chosen by the operator');
    expect(user.username).toBe('admin');
  });

  it('npm run admin:password leaves no database server running if a signal stops the command', async () => {
    const product = products.start(UNREACHABLE_GATEWAY);
    await product.ready();
    product.signal('SIGTERM');
    await product.ended;
    const server = join(products.dataDir, 'postgres');
    const reset = spawn(process.execPath, ['scripts/admin-password.mjs'], {
      cwd: root,
      env: { PATH: process.env.PATH, DATA_DIR: products.dataDir },
    });
    const ended = once(reset, 'exit');
    const what = 'the database of the reset';
    await waitFor(() => EmbeddedPostgres.runningUrl(server), { what, isBrief: true });
    reset.kill('SIGTERM');
    await ended;
    expect(EmbeddedPostgres.runningUrl(server)).toBeNull();
    expect(existsSync(join(products.dataDir, 'supervisor.lock'))).toBe(false);
  });

  it('npm run admin:password ends with code 78 and one line if a variable is invalid', async () => {
    const { code, output } = await resetPassword({ DATA_DIR: products.dataDir, PORT: 'none' });
    expect(code).toBe(78);
    expect(output).toMatch(/^PORT [^\n]+\n$/);
  });

  it('npm run admin:password creates no database if none exists', async () => {
    const { code, output } = await resetPassword({ DATA_DIR: join(products.folder, 'elsewhere') });
    expect(code).toBe(1);
    expect(output).toMatch(/^There is no database in [^\n]+\n$/);
  });
});
