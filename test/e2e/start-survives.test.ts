// Runs in the full check only: it kills processes.
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
const DAYS = 5;

/**
 * Waits until the energy of the demonstration building is final for the days before today, and returns it. Full coverage
 * of a day does not mean that its energy is final: during the backfill, energy is interpolated across gaps, and gaps
 * count as covered.
 */
function finalDays(client: ProductClient, today: Date): Promise<Day[]> {
  const from = new Date(+today - DAYS * DAY_MS);
  const read = async (): Promise<Day[] | undefined> => {
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
      // While its database is down, the api responds with 503 or does not respond.
      const days = await read().catch(() => undefined);
      return days?.length === DAYS && days.every(isFinal) && days;
    },
    { what: `${DAYS} final days` },
  );
}

async function signIn(address: string): Promise<ProductClient> {
  const client = new ProductClient(() => address);
  await client.signIn('admin', PASSWORD);
  return client;
}

const isFinal = ({ coverage, estimated }: Day) => coverage === 1 && !estimated;

describe('the product that npm start runs', () => {
  let products: StartedProducts;

  beforeEach(() => (products = new StartedProducts()));
  afterEach(() => products.end());

  const start = () =>
    products.start({
      ADMIN_PASSWORD: PASSWORD,
      PLATFORM_TIMEZONE: 'UTC',
      GATEWAY_POLL_SECONDS: '1',
      GATEWAY_SIM_HISTORY_DAYS: '8',
    });

  it('the product keeps all figures when its database is killed and when all processes are killed', async () => {
    const first = start();
    const client = await signIn(await first.ready());
    expect(first.output()).toMatch(/Sign in +admin, password as in ADMIN_PASSWORD/);
    // Computed once, because the test may run across midnight.
    const today = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
    const before = await finalDays(client, today);

    const server = descendantsOf(first.pid).find(({ command }) => command.includes('postgres -D'));
    process.kill(server?.pid ?? 0, 'SIGKILL');
    await waitFor(() => !isAlive(server?.pid ?? 0), { what: 'the death of the database' });
    expect(await finalDays(client, today)).toEqual(before);

    for (const { pid } of descendantsOf(first.pid)) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    first.signal('SIGKILL');
    await first.ended;
    const next = start();
    expect(await finalDays(await signIn(await next.ready()), today)).toEqual(before);
  });
});
