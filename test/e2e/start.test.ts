// Runs in the full check only: it starts whole products.
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { openDatabase, waitFor } from '../harness';
import { descendantsOf, isAlive } from '../servers/product';
import { StartedProducts, UNREACHABLE_GATEWAY } from '../servers/started-products';

jest.setTimeout(90_000);

const SECRET = 'x'.repeat(43);

async function isLive(address: string): Promise<boolean> {
  return fetch(`${address}/health/live`).then(
    (answer) => answer.ok,
    () => false,
  );
}

describe('npm start', () => {
  let products: StartedProducts;

  beforeEach(() => (products = new StartedProducts()));
  afterEach(() => products.end());

  it('npm start runs with a given database and queue', async () => {
    const database = await openDatabase();
    const product = products.start({
      DATABASE_URL: database.url,
      QUEUE_URL: database.queueUrl,
      JWT_SECRET: SECRET,
    });
    expect(await isLive(await product.ready())).toBe(true);
    product.signal('SIGTERM');
    expect(await product.ended).toBe(0);
    await database.drop();
  });

  // The following tests start their own database, so they run in one profile only.
  if ((process.env.TEST_PROFILE || 'embedded') !== 'embedded') return;

  it.each([
    ['a malformed variable', { PORT: 'http' }, /^PORT /],
    ['a variable that only a single process reads', { JOB_ATTEMPTS: 'many' }, /^JOB_ATTEMPTS /],
    ['a database without a signing secret', { DATABASE_URL: 'postgres://127.0.0.1/x' }, /^JWT_SECRET /],
    ['MySQL without a queue', { DATABASE_URL: 'mysql://127.0.0.1/x', JWT_SECRET: SECRET }, /^QUEUE_URL /],
  ])('npm start refuses %s and prints one line', async (_what, environment, line) => {
    const product = products.start(environment);
    expect(await product.ended).toBe(78);
    expect(product.output()).toMatch(line);
    expect(product.output().trim().split('\n')).toHaveLength(1);
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

  it('npm start shows the password once, leaves nothing running after Ctrl-C, and starts again', async () => {
    const first = products.start();
    const address = await first.ready();
    expect(first.output()).toMatch(/Sign in +admin \/ \S+ \(shown this once\)/);
    expect(await isLive(address)).toBe(true);
    const processes = descendantsOf(first.pid).map(({ pid }) => pid);
    expect(processes.length).toBeGreaterThanOrEqual(4);

    const refused = products.start();
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(/^Plantroom already uses the data in [^\n]+\n$/);

    first.signal('SIGINT');
    expect(await first.ended).toBe(0);
    expect(processes.filter(isAlive)).toEqual([]);

    const second = products.start({}, ['npm', 'start']);
    await second.ready();
    expect(second.output()).toMatch(/Sign in +admin, password set at the first start/);
    second.signal('SIGINT');
    expect(await second.ended).toBe(0);
    const log = readFileSync(join(products.dataDir, 'postgres', 'server.log'), 'utf8');
    expect(log).not.toContain('not properly shut down');
  });

  it('npm start restarts a process that was killed', async () => {
    const product = products.start({ ...UNREACHABLE_GATEWAY, ADMIN_PASSWORD: 'a-long-password' });
    const address = await product.ready();
    expect(product.output()).toMatch(/Sign in +admin, password as in ADMIN_PASSWORD/);
    for (const name of ['worker', 'api']) {
      const victim = descendantsOf(product.pid).find(({ command }) => command.includes(`apps/${name}/`));
      process.kill(victim?.pid ?? 0, 'SIGKILL');
      const said = `${name} is ready again`;
      await waitFor(() => product.output().includes(said), { what: said });
    }
    expect(await isLive(address)).toBe(true);
  });

  it('npm start stops when its supervisor is killed, and can be started again', async () => {
    const killed = products.start();
    await killed.ready();
    const processes = descendantsOf(killed.pid).map(({ pid }) => pid);
    process.kill(killed.pid, 'SIGKILL');
    await killed.ended;

    const next = products.start();
    expect(await isLive(await next.ready())).toBe(true);
    await waitFor(() => !processes.some(isAlive), { what: 'the old processes to end' });
  });
});
