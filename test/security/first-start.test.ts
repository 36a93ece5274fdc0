import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, type Product, startProduct } from '../servers/product';

jest.setTimeout(120_000);

const GUESSES = ['admin', 'password', 'plantroom', 'admin123', '123456', 'changeme', ''];

describe('O22: the first start', () => {
  let folder: string;
  let started: Product[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plantroom-first-'));
    started = [];
  });
  afterEach(async () => {
    for (const product of started) {
      if (isAlive(product.pid)) product.signal('SIGTERM');
      await product.ended;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  function start(dataDir: string, environment: NodeJS.ProcessEnv = {}): Product {
    const product = startProduct({ DATA_DIR: dataDir, LOG_LEVEL: 'debug', ...environment });
    started.push(product);
    return product;
  }

  it.each([
    ['no signing secret', {}, /^JWT_SECRET is required if DATABASE_URL is set[^\n]+\n$/],
    ['one that can be guessed', { JWT_SECRET: 'secret' }, /^JWT_SECRET must have at least 32 characters\n$/],
    [
      'an administrator of seven characters',
      { JWT_SECRET: 'x'.repeat(43), ADMIN_PASSWORD: 'seven77' },
      /^ADMIN_PASSWORD must have at least 8 characters\n$/,
    ],
  ])('is refused in one line with a database and %s', async (_what, variables, line) => {
    const DATABASE_URL = `${process.env.TEST_DATABASE_SERVER}/never_made`;
    const QUEUE_URL = 'redis://127.0.0.1:1';
    const product = start(join(folder, 'data'), { DATABASE_URL, QUEUE_URL, ...variables });
    expect(await product.ended).toBe(78);
    expect(product.output()).toMatch(line);
  });

  // They bring their own database: once is enough.
  if ((process.env.TEST_PROFILE || 'embedded') !== 'embedded') return;

  it('makes secrets that nobody can know, and tells the password once and nowhere else', async () => {
    const dataDir = join(folder, 'data');
    const first = start(dataDir);
    const address = await first.ready();
    const password = passwordIn(first);
    const secret = secretIn(dataDir);
    expect(Buffer.from(secret, 'base64url').length).toBeGreaterThanOrEqual(32);
    expect(statSync(join(dataDir, 'secrets')).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'secrets', 'jwt-secret')).mode & 0o777).toBe(0o600);
    expect(password.length).toBeGreaterThanOrEqual(24);
    expect(first.output().split(password)).toHaveLength(2);

    for (const guess of GUESSES) expect(await signIn(address, guess)).not.toBe(200);
    expect(await signIn(address, password)).toBe(200);
    await ended(first);

    const second = start(dataDir);
    expect(await signIn(await second.ready(), password)).toBe(200);
    await ended(second);
    expect(secretIn(dataDir)).toBe(secret);
    expect(second.output()).not.toContain(password);
    for (const product of [first, second]) expect(product.output()).not.toContain(secret);
    expect(filesWith(password, dataDir)).toEqual([]);
    expect(filesWith(secret, dataDir)).toEqual([join('secrets', 'jwt-secret')]);

    const elsewhere = join(folder, 'elsewhere');
    const other = start(elsewhere);
    await other.ready();
    expect(passwordIn(other)).not.toBe(password);
    expect(secretIn(elsewhere)).not.toBe(secret);
  });

  it('does not repeat a password that was given', async () => {
    const dataDir = join(folder, 'data');
    const ADMIN_PASSWORD = 'a-given-and-hidden-password';
    const product = start(dataDir, { ADMIN_PASSWORD });
    expect(await signIn(await product.ready(), ADMIN_PASSWORD)).toBe(200);
    await ended(product);
    expect(product.output()).not.toContain(ADMIN_PASSWORD);
    expect(filesWith(ADMIN_PASSWORD, dataDir)).toEqual([]);
  });
});

function passwordIn(product: Product): string {
  return /Sign in +admin \/ (\S+) \(shown this once\)/.exec(product.output())?.[1] ?? '';
}

function secretIn(dataDir: string): string {
  return readFileSync(join(dataDir, 'secrets', 'jwt-secret'), 'utf8');
}

async function signIn(address: string, password: string): Promise<number> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  return answer.status;
}

async function ended(product: Product): Promise<void> {
  product.signal('SIGTERM');
  await product.ended;
}

/** The files below the folder in which the text stands. */
function filesWith(text: string, folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(folder, file)).isFile())
    .filter((file) => readFileSync(join(folder, file)).includes(text));
}
