import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Product, isAlive, startProduct } from '../servers/product';

jest.setTimeout(90_000);

const root = join(__dirname, '..', '..');

interface Outcome {
  code: number;
  output: string;
}

/** Runs what `npm run admin:password` runs. */
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

async function signIn(address: string, password: string): Promise<number> {
  const { status } = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  return status;
}

describe('npm run admin:password', () => {
  let folder: string;
  let product: Product | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plantroom-admin-password-'));
  });
  afterEach(async () => {
    if (product && isAlive(product.pid)) product.signal('SIGTERM');
    await product?.ended;
    rmSync(folder, { recursive: true, force: true });
  });

  it('resets the password of a running and of a stopped product', async () => {
    const environment = { DATA_DIR: join(folder, 'data') };
    product = startProduct(environment);
    const address = await product.ready();
    const running = await resetPassword(environment);
    expect(running).toEqual({
      code: 0,
      output: expect.stringMatching(/^The new password of admin is \S+\n$/),
    });
    const password = running.output.trim().split(' ').at(-1) ?? '';
    expect(await signIn(address, password)).toBe(200);

    product.signal('SIGTERM');
    await product.ended;
    const stopped = await resetPassword({ ...environment, ADMIN_PASSWORD: 'chosen by the operator' });
    expect(stopped).toEqual({ code: 0, output: 'The password of admin is now the one in ADMIN_PASSWORD.\n' });
    product = startProduct(environment);
    expect(await signIn(await product.ready(), 'chosen by the operator')).toBe(200);
  });

  it('creates no database where there is none', async () => {
    const { code, output } = await resetPassword({ DATA_DIR: join(folder, 'elsewhere') });
    expect(code).toBe(1);
    expect(output).toMatch(/^There is no database in [^\n]+\n$/);
  });
});
