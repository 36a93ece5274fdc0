import { waitFor } from '../harness';
import { ProductClient } from './product/product-client';
import { descendantsOf, isAlive } from '../servers/product';
import { StartedProducts } from '../servers/started-products';

const PASSWORD = 'correct horse battery';

interface Day {
  coverage: number;
  estimated: boolean;
}

const DAY_MS = 86_400_000;
const DAYS = 20;

/**
 * Reads the energy of the demonstration building for the twenty days before today, and waits until it is final.
 * Coverage alone does not show this. Until the backfill has ended, the gap of a register counts as covered, and its
 * energy is spread evenly over the gap.
 */
function finalDays(address: string): Promise<Day[]> {
  const client = new ProductClient(() => address);
  const today = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
  const from = new Date(+today - DAYS * DAY_MS);
  const read = async (): Promise<Day[] | undefined> => {
    await client.signIn('admin', PASSWORD);
    if (!(await client.hasAllHistory())) return undefined;
    return client.details({
      areaId: 1,
      interval: 'day',
      from: from.toISOString(),
      to: today.toISOString(),
    });
  };
  return waitFor(
    async () => {
      // Without its database, the api responds with 503 or does not respond.
      const days = await read().catch(() => undefined);
      return days?.length === DAYS && days.every(isFinal) && days;
    },
    { timeoutMs: 60_000, what: `${DAYS} final days` },
  );
}

const isFinal = ({ coverage, estimated }: Day) => coverage === 1 && !estimated;

describe('the product that npm start runs', () => {
  let products: StartedProducts;

  beforeEach(() => (products = new StartedProducts()));
  afterEach(() => products.end());

  const start = () =>
    products.start({ ADMIN_PASSWORD: PASSWORD, PLATFORM_TIMEZONE: 'UTC', GATEWAY_POLL_SECONDS: '1' });

  it('keeps every figure when its database is killed, and when all processes are killed', async () => {
    const first = start();
    const address = await first.ready();
    const before = await finalDays(address);

    const server = descendantsOf(first.pid).find(({ command }) => command.includes('postgres -D'));
    process.kill(server?.pid ?? 0, 'SIGKILL');
    await waitFor(() => !isAlive(server?.pid ?? 0), { what: 'the death of the database' });
    expect(await finalDays(address)).toEqual(before);

    for (const { pid } of descendantsOf(first.pid)) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    first.signal('SIGKILL');
    await first.ended;
    const next = start();
    expect(await finalDays(await next.ready())).toEqual(before);
  });
});
