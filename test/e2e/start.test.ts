// Runs in the full check only: it starts whole products.
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { EmbeddedPostgres } from '@app/embedded-postgres';
import { unwrap } from '../../clients/typescript/src';
import { waitFor } from '../harness';
import { type Outcome, startCommand } from '../servers/command';
import { descendantsOf, isAlive, type Product } from '../servers/product';
import { StartedProducts, UNREACHABLE_GATEWAY } from '../servers/started-products';
import { ProductClient, type Session } from './product/product-client';

const RESET = ['scripts/admin-password.mjs'];
const GUESSES = ['admin', 'password', 'plantroom', 'changeme'];
const CHOSEN_PASSWORD = 'chosen by the operator';
const WRONG_PASSWORD = { status: 401, code: 'invalid_credentials' };

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

  it('npm start refuses an unwritable data folder and prints one line', async () => {
    writeFileSync(join(products.folder, 'file'), '');
    const product = products.start({ DATA_DIR: join(products.folder, 'file', 'below') });
    expect(await product.ended).toBe(1);
    expect(product.output()).toMatch(/^DATA_DIR [^\n]+\n$/);
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
    const { code, output } = await resetPassword({ DATA_DIR: join(products.folder, 'elsewhere') });
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

  beforeAll(() => (products = new StartedProducts()));
  afterAll(() => products.end());

  async function start(command?: [string, string]): Promise<void> {
    product = products.start({ ...UNREACHABLE_GATEWAY, LOG_LEVEL: 'debug' }, command);
    outputs.push(product);
    address = await product.ready();
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
    for (const guess of GUESSES) await expect(signIn(address, guess)).rejects.toMatchObject(WRONG_PASSWORD);
    expect((await signIn(address, password)).user.username).toBe('admin');
  });

  it('npm start refuses a data folder that another product uses', async () => {
    const refused = products.start();
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(/^Plantroom already uses the data in [^\n]+\n$/);
  });

  it('npm run admin:password resets the password while the product runs', async () => {
    const { code, output } = await resetPassword({ DATA_DIR: products.dataDir });
    expect(output).toMatch(/^The new password of admin is \S+\n$/);
    expect(code).toBe(0);
    await expect(signIn(address, passwords[0] ?? '')).rejects.toMatchObject(WRONG_PASSWORD);
    const password = output.trim().split(' ').at(-1) ?? '';
    passwords.push(password);
    expect((await signIn(address, password)).user.username).toBe('admin');
  });

  it('npm run backup saves the running product, and npm run restore does not overwrite its data', async () => {
    const { api } = await signIn(address, passwords.at(-1) ?? '');
    const body = { name: 'Saved', weekly: [] };
    calendarId = (await unwrap(api.POST('/api/calendars', { body }))).id;
    const saved = await run('backup.mjs', backup());
    expect(saved).toMatchObject({ code: 0, output: expect.stringContaining('The backup is not encrypted.') });
    expect(await run('backup.mjs', backup())).toMatchObject({
      code: 1,
      output: `${backup()} exists already. Choose another name.\n`,
    });
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

  it('npm run restore overwrites the data of the stopped product only with --overwrite', async () => {
    expect(await run('restore.mjs', backup())).toMatchObject({
      code: 1,
      output: expect.stringContaining('--overwrite'),
    });
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

  it('npm run admin:password resets the password while the product is stopped', async () => {
    const environment = { DATA_DIR: products.dataDir, ADMIN_PASSWORD: CHOSEN_PASSWORD };
    expect(await resetPassword(environment)).toEqual({
      code: 0,
      output: 'The password of admin is now the one in ADMIN_PASSWORD.\n',
    });
    passwords.push(CHOSEN_PASSWORD);
  });

  it('npm start continues with the same secret and database, and does not show the password again', async () => {
    await start();
    expect(product.output()).toMatch(/Sign in +admin, password set at the first start/);
    expect((await signIn(address, CHOSEN_PASSWORD)).user.username).toBe('admin');
    expect(readFileSync(secretFile(), 'utf8')).toBe(secret);
    const log = readFileSync(join(products.dataDir, 'postgres', 'server.log'), 'utf8');
    expect(log).not.toContain('not properly shut down');
  });

  it('npm start serves the restored data', async () => {
    const { api } = await signIn(address, CHOSEN_PASSWORD);
    expect(await unwrap(api.GET('/api/calendars/{id}', calendar()))).toMatchObject({ name: 'Saved' });
  });

  it('npm start restarts a process that was killed', async () => {
    for (const name of ['worker', 'api']) {
      const victim = descendantsOf(product.pid).find(({ command }) => command.includes(`apps/${name}/`));
      process.kill(victim?.pid ?? 0, 'SIGKILL');
      const said = `${name} is ready again`;
      await waitFor(() => product.output().includes(said), { what: said });
    }
    expect((await signIn(address, CHOSEN_PASSWORD)).user.username).toBe('admin');
  });

  it('npm start stops when its supervisor is killed, and can be started again', async () => {
    const all = processes();
    process.kill(product.pid, 'SIGKILL');
    await product.ended;
    await start(['npm', 'start']);
    expect((await fetch(`${address}/health/live`)).ok).toBe(true);
    await waitFor(() => !all.some(isAlive), { what: 'the old processes to end' });
    product.signal('SIGINT');
    expect(await product.ended).toBe(0);
  });

  it('npm start writes passwords and the secret to no other file, and shows only the first password, once', () => {
    const shown = outputs.map((one) => one.output()).join('\n');
    expect([...passwords, secret].map((hidden) => shown.split(hidden).length - 1)).toEqual([1, 0, 0, 0]);
    for (const password of passwords) expect(filesWith(password, products.dataDir)).toEqual([]);
    expect(filesWith(secret, products.dataDir)).toEqual([join('secrets', 'jwt-secret')]);
  });
});

/** Runs the script that `npm run admin:password` starts. */
function resetPassword(environment: NodeJS.ProcessEnv): Promise<Outcome> {
  return startCommand(RESET, environment).outcome;
}

/** Signs in as the administrator. @throws ApiError if the password is wrong */
async function signIn(address: string, password: string): Promise<Pick<ProductClient, 'api'> & Session> {
  const client = new ProductClient(() => address);
  const session = await client.signIn('admin', password);
  return { ...session, api: client.api };
}

/** Searches the files below the folder for the text. Returns the paths of the files that contain it. */
function filesWith(text: string, folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(folder, file)).isFile())
    .filter((file) => readFileSync(join(folder, file)).includes(text));
}
