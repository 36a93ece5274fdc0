import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '../harness';
import { descendantsOf, isAlive, type Product, startProduct } from '../servers/product';

const PASSWORD = 'correct horse battery';

/** The days before today of the demonstration building, as the api tells them; undefined while it cannot. */
async function pastDays(address: string): Promise<unknown[] | undefined> {
  try {
    const session = await fetch(`${address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: PASSWORD }),
    });
    const { accessToken } = (await session.json()) as { accessToken?: string };
    const today = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000);
    const from = new Date(today.getTime() - 20 * 86_400_000);
    const answer = await fetch(
      `${address}/api/energy/details?areaId=1&interval=day&from=${from.toISOString()}&to=${today.toISOString()}`,
      { headers: { authorization: `Bearer ${accessToken}` } },
    );
    return answer.ok ? ((await answer.json()) as unknown[]) : undefined;
  } catch {
    return undefined;
  }
}

const isWhole = (days: unknown[] | undefined) =>
  days?.length === 20 && days.every((day) => (day as { coverage: number }).coverage === 1);

function wholeDays(address: string): Promise<unknown[]> {
  return waitFor(
    async () => {
      const days = await pastDays(address);
      return isWhole(days) && days;
    },
    { timeoutMs: 60_000, what: 'twenty whole days' },
  );
}

describe('the product as npm start runs it', () => {
  let folder: string;
  let started: Product[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plantroom-survives-'));
    started = [];
  });
  afterEach(async () => {
    for (const product of started) {
      if (isAlive(product.pid)) product.signal('SIGTERM');
      await product.ended;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  const start = () => {
    const product = startProduct({
      DATA_DIR: join(folder, 'data'),
      ADMIN_PASSWORD: PASSWORD,
      PLATFORM_TIMEZONE: 'UTC',
      GATEWAY_POLL_SECONDS: '1',
    });
    started.push(product);
    return product;
  };
  it('keeps every figure when its database is killed, and when all of it is, at once', async () => {
    const first = start();
    const address = await first.ready();
    const before = await wholeDays(address);

    const server = descendantsOf(first.pid).find(({ command }) => command.includes('postgres -D'));
    process.kill(server?.pid ?? 0, 'SIGKILL');
    await waitFor(() => !isAlive(server?.pid ?? 0), { what: 'the death of the database' });
    expect(await wholeDays(address)).toEqual(before);

    for (const { pid } of descendantsOf(first.pid)) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    first.signal('SIGKILL');
    await first.ended;
    const next = start();
    expect(await wholeDays(await next.ready())).toEqual(before);
  });
});
