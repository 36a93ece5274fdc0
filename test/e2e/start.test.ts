// Runs in the full check only: it starts whole products.
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { EmbeddedPostgres } from '@app/embedded-postgres';
import { unwrap } from '../../clients/typescript/src';
import { waitFor } from '../harness';
import { startCommand } from '../servers/command';
import { descendantsOf, isAlive, type Product } from '../servers/product';
import { StartedProducts } from '../servers/started-products';
import { type EnergyPoint, ProductClient } from './product/product-client';

const RESET = ['scripts/admin-password.mjs'];
const GUESSES = ['admin', 'password', 'plantroom', 'changeme'];
const WRONG_PASSWORD = { status: 401, code: 'invalid_credentials' };
const DAY_MS = 86_400_000;
/** Days whose figures must survive. The gateway keeps one more day. */
const DAYS = 2;

describe('npm start', () => {
  let products: StartedProducts;

  beforeAll(() => (products = new StartedProducts()));
  afterAll(() => products.end());

  it('npm start refuses malformed variables, also those of a single process, and prints one line for each', async () => {
    const product = products.start({ JOB_ATTEMPTS: 'many', JWT_SECRET: 'secret', ADMIN_PASSWORD: 'seven77' });
    expect(await product.ended).toBe(78);
    expect(product.output().trim().split('\n').toSorted()).toEqual([
      'ADMIN_PASSWORD must have at least 8 characters',
      expect.stringMatching(/^JOB_ATTEMPTS /),
      'JWT_SECRET must have at least 32 characters',
    ]);
  });

  it('npm start refuses a port that is in use and prints one line', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const product = products.start({ PORT: String(port) });
    expect(await product.ended).toBe(1);
    expect(product.output()).toMatch(new RegExp(`^PORT ${port} is in use [^\\n]+\\n$`));
    holder.close();
  });

  it('npm run admin:password creates no database if none exists', async () => {
    const environment = { DATA_DIR: join(products.folder, 'elsewhere') };
    const { code, output } = await startCommand(RESET, environment).outcome;
    expect(code).toBe(1);
    expect(output).toMatch(/^There is no database in [^\n]+\n$/);
  });
});

/** Each test continues with the product or the data folder of the test before. */
describe('npm start with its own database', () => {
  let products: StartedProducts;
  let product: Product;
  let address: string;
  let secret: string;
  /** The passwords of the administrator so far. */
  const passwords: string[] = [];
  const outputs: Product[] = [];
  let calendarId: number;
  /** Computed once, because the test may run across midnight. */
  const today = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
  let days: object[];

  beforeAll(() => (products = new StartedProducts()));
  afterAll(() => products.end());

  async function start(command?: [string, string]): Promise<void> {
    const environment = {
      LOG_LEVEL: 'debug',
      PLATFORM_TIMEZONE: 'UTC',
      GATEWAY_POLL_SECONDS: '1',
      GATEWAY_SIM_HISTORY_DAYS: String(DAYS + 1),
    };
    product = products.start(environment, command);
    outputs.push(product);
    address = await product.ready();
  }

  /** Signs in as the administrator, by default with the current password. @throws ApiError if the password is wrong */
  async function signIn(password = passwords.at(-1) ?? ''): Promise<ProductClient> {
    const client = new ProductClient(() => address);
    await client.signIn('admin', password);
    return client;
  }

  async function kill(part: string): Promise<void> {
    const { pid = 0 } = descendantsOf(product.pid).find(({ command }) => command.includes(part)) ?? {};
    process.kill(pid, 'SIGKILL');
    await waitFor(() => !isAlive(pid), { what: 'the death of the process' });
  }

  const processes = () => descendantsOf(product.pid).map(({ pid }) => pid);
  const run = (script: string, ...args: string[]) =>
    startCommand([join('scripts', script), ...args], { DATA_DIR: products.dataDir, HOME: process.env.HOME })
      .outcome;
  const backup = () => join(products.folder, 'saved.tar.gz');
  const calendar = () => ({ params: { path: { id: calendarId } } });
  const secretFile = () => join(products.dataDir, 'secrets', 'jwt-secret');

  it('the first start generates a secret that only its owner can read, and shows the password on the terminal', async () => {
    await start();
    const [, password = ''] = /Sign in +admin \/ (\S+) \(shown this once\)/.exec(product.output()) ?? [];
    passwords.push(password);
    expect(password.length).toBeGreaterThanOrEqual(24);
    secret = readFileSync(secretFile(), 'utf8');
    expect(Buffer.from(secret, 'base64url').length).toBeGreaterThanOrEqual(32);
    expect(statSync(join(products.dataDir, 'secrets')).mode & 0o777).toBe(0o700);
    expect(statSync(secretFile()).mode & 0o777).toBe(0o600);
    for (const guess of GUESSES) await expect(signIn(guess)).rejects.toMatchObject(WRONG_PASSWORD);
    await signIn(password);
  });

  it('npm start refuses a data folder that another product uses', async () => {
    const refused = products.start();
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(/^Plantroom already uses the data in [^\n]+\n$/);
  });

  it('npm run admin:password resets the password while the product runs', async () => {
    const { code, output } = await startCommand(RESET, { DATA_DIR: products.dataDir }).outcome;
    expect(output).toMatch(/^The new password of admin is \S+\n$/);
    expect(code).toBe(0);
    await expect(signIn(passwords[0] ?? '')).rejects.toMatchObject(WRONG_PASSWORD);
    const password = output.trim().split(' ').at(-1) ?? '';
    passwords.push(password);
    await signIn(password);
  });

  it('npm run backup saves the running product, and npm run restore does not overwrite its data', async () => {
    const client = await signIn();
    days = await finalDays(client, today);
    const { api } = client;
    const body = { name: 'Saved', weekly: [] };
    calendarId = (await unwrap(api.POST('/api/calendars', { body }))).id;
    const saved = await run('backup.mjs', backup());
    expect(saved).toMatchObject({ code: 0, output: expect.stringContaining('The backup is not encrypted.') });
    await unwrap(api.DELETE('/api/calendars/{id}', calendar()));
    expect(await run('restore.mjs', backup(), '--overwrite')).toMatchObject({
      code: 1,
      output: expect.stringContaining('Plantroom already uses the data'),
    });
  });

  it('npm start leaves no process running after Ctrl-C', async () => {
    const all = processes();
    expect(all.length).toBeGreaterThanOrEqual(4);
    product.signal('SIGINT');
    expect(await product.ended).toBe(0);
    expect(all.filter(isAlive)).toEqual([]);
  });

  it('npm run restore --overwrite replaces the data of the stopped product', async () => {
    expect(await run('restore.mjs', backup(), '--overwrite')).toMatchObject({ code: 0 });
    expect(existsSync(join(products.dataDir, 'supervisor.lock'))).toBe(false);
  });

  it('npm run admin:password leaves no database server running if a signal stops the command', async () => {
    const server = join(products.dataDir, 'postgres');
    const { child, outcome } = startCommand(RESET, { DATA_DIR: products.dataDir });
    const what = 'the database of the reset';
    await waitFor(() => EmbeddedPostgres.runningUrl(server), { what, isBrief: true });
    child.kill('SIGTERM');
    await outcome;
    expect(EmbeddedPostgres.runningUrl(server)).toBeNull();
    expect(existsSync(join(products.dataDir, 'supervisor.lock'))).toBe(false);
  });

  it('npm start continues with the same secret and the restored data, and does not show the password again', async () => {
    await start();
    expect(product.output()).toMatch(/Sign in +admin, password set at the first start/);
    const { api } = await signIn();
    expect(await unwrap(api.GET('/api/calendars/{id}', calendar()))).toMatchObject({ name: 'Saved' });
    expect(readFileSync(secretFile(), 'utf8')).toBe(secret);
    const log = readFileSync(join(products.dataDir, 'postgres', 'server.log'), 'utf8');
    expect(log).not.toContain('not properly shut down');
  });

  it('npm start restarts a process that was killed, and keeps all figures when its database is killed', async () => {
    const client = await signIn();
    await kill('apps/api/');
    await waitFor(() => product.output().includes('api is ready again'), { what: 'the api' });
    await kill('postgres -D');
    expect(await finalDays(client, today)).toEqual(days);
  });

  it('npm start stops when its supervisor is killed, and continues with all figures when it is started again', async () => {
    const all = processes();
    process.kill(product.pid, 'SIGKILL');
    await product.ended;
    await start(['npm', 'start']);
    expect(await finalDays(await signIn(), today)).toEqual(days);
    await waitFor(() => !all.some(isAlive), { what: 'the old processes to end' });
    product.signal('SIGINT');
    expect(await product.ended).toBe(0);
  });

  it('npm start writes passwords and the secret to no other file, and shows only the first password, once', () => {
    const shown = outputs.map((one) => one.output()).join('\n');
    expect([...passwords, secret].map((hidden) => shown.split(hidden).length - 1)).toEqual([1, 0, 0]);
    const contents = filesBelow(products.dataDir);
    const filesWith = (text: string) =>
      contents.filter(([, content]) => content.includes(text)).map(([file]) => file);
    for (const password of passwords) expect(filesWith(password)).toEqual([]);
    expect(filesWith(secret)).toEqual([join('secrets', 'jwt-secret')]);
  });
});

const isFinal = ({ coverage, estimated }: EnergyPoint) => coverage === 1 && !estimated;

/**
 * Waits until the energy of the demonstration building is final for the days before `today`, and returns it. Full coverage
 * of a day does not mean that its energy is final: during the backfill, energy is interpolated across gaps, and gaps
 * count as covered.
 */
function finalDays(client: ProductClient, today: Date): Promise<EnergyPoint[]> {
  const from = new Date(+today - DAYS * DAY_MS);
  const period = { interval: 'day', from: from.toISOString(), to: today.toISOString() } as const;
  const read = async () => (await client.hasAllHistory()) && client.details({ areaId: 1, ...period });
  return waitFor(
    async () => {
      // While its database is down, the api responds with 503 or does not respond.
      const days = await read().catch(() => false as const);
      return days && days.length === DAYS && days.every(isFinal) && days;
    },
    { what: `${DAYS} final days` },
  );
}

/** Returns the paths and the contents of all files below the folder. */
function filesBelow(folder: string): [string, Buffer][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(folder, file)).isFile())
    .map((file) => [file, readFileSync(join(folder, file))]);
}
