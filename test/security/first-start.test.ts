// Runs in the full check only: it starts whole products.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Product } from '../servers/product';
import { StartedProducts } from '../servers/started-products';

jest.setTimeout(120_000);

const GUESSES = ['admin', 'password', 'plantroom', 'admin123', '123456', 'changeme', ''];

describe('the first start', () => {
  let products: StartedProducts;

  beforeEach(() => (products = new StartedProducts()));
  afterEach(() => products.end());

  const start = (dataDir: string, environment: NodeJS.ProcessEnv = {}) =>
    products.start({ DATA_DIR: dataDir, LOG_LEVEL: 'debug', ...environment });

  it.each([
    ['JWT_SECRET is missing', {}, /^JWT_SECRET is required if DATABASE_URL is set[^\n]+\n$/],
    [
      'JWT_SECRET can be guessed',
      { JWT_SECRET: 'secret' },
      /^JWT_SECRET must have at least 32 characters\n$/,
    ],
    [
      'ADMIN_PASSWORD has seven characters',
      { JWT_SECRET: 'x'.repeat(43), ADMIN_PASSWORD: 'seven77' },
      /^ADMIN_PASSWORD must have at least 8 characters\n$/,
    ],
  ])(
    'the first start prints one line and ends if DATABASE_URL is set and %s',
    async (_what, variables, line) => {
      const DATABASE_URL = `${process.env.TEST_DATABASE_SERVER}/never_made`;
      const QUEUE_URL = 'redis://127.0.0.1:1';
      const product = start(products.dataDir, { DATABASE_URL, QUEUE_URL, ...variables });
      expect(await product.ended).toBe(78);
      expect(product.output()).toMatch(line);
    },
  );

  // The following tests start their own database, so they run in one profile only.
  if ((process.env.TEST_PROFILE || 'embedded') !== 'embedded') return;

  it('the first start generates random secrets, and shows the password once, only on the terminal', async () => {
    const { dataDir } = products;
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

    const elsewhere = join(products.folder, 'elsewhere');
    const other = start(elsewhere);
    await other.ready();
    expect(passwordIn(other)).not.toBe(password);
    expect(secretIn(elsewhere)).not.toBe(secret);
  });

  it('the first start does not print a password that the operator has set', async () => {
    const { dataDir } = products;
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

/** Searches the files below the folder for the text. Returns the paths of the files that contain it. */
function filesWith(text: string, folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(folder, file)).isFile())
    .filter((file) => readFileSync(join(folder, file)).includes(text));
}
