import type { Gateways, ListedGateway } from '@app/gateway-client';
import type { Lease, LeaseService } from '@app/leases';
import { Logger } from '@nestjs/common';
import { IngestionRunner } from './ingestion';
import type { MeterIngestion } from './meter-ingestion';
import type { StreamIngestion } from './stream-ingestion';
import type { ValueIngestion } from './value-ingestion';

const named = (name: string) => ({ settings: { name } }) as ListedGateway;
const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
const nextList = () => jest.advanceTimersByTimeAsync(1000);

describe('IngestionRunner', () => {
  const lost = new AbortController();
  const [main, north] = [named('Main'), named('North')];
  /** The names of the gateways that are followed now, in the order in which this began. */
  const followed: string[] = [];
  let gateways: ListedGateway[];
  let failing: Set<ListedGateway>;
  let ingestion: Promise<void> | undefined;

  const part = {
    begin: jest.fn(),
    tick: () => untilAborted(lost.signal),
    report: () => untilAborted(lost.signal),
    follow: () => Promise.resolve(),
  };
  const values = {
    ...part,
    follow: async (gateway: ListedGateway, _turn: unknown, signal: AbortSignal) => {
      const { name } = gateway.settings;
      if (failing.delete(gateway)) throw new Error('It cannot be followed.');
      followed.push(name);
      await untilAborted(signal);
      followed.splice(followed.indexOf(name), 1);
    },
  };
  const leases = {
    hold: (_name: string, work: (lease: Lease, signal: AbortSignal) => Promise<void>) => {
      ingestion = work({} as Lease, lost.signal);
      return ingestion;
    },
  };

  beforeAll(() => {
    jest.useFakeTimers();
    jest.spyOn(Logger.prototype, 'log').mockImplementation();
    jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    gateways = [main];
    failing = new Set();
    new IngestionRunner(
      leases as unknown as LeaseService,
      { enabled: () => Promise.resolve(gateways) } as unknown as Gateways,
      values as unknown as ValueIngestion,
      part as unknown as MeterIngestion,
      part as unknown as StreamIngestion,
    ).onApplicationBootstrap();
  });
  afterAll(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('follows the gateways of the list from the start, and new ones within a second', async () => {
    await jest.advanceTimersByTimeAsync(0);
    expect(followed).toEqual(['Main']);
    gateways = [main, north];
    await nextList();
    expect(followed).toEqual(['Main', 'North']);
  });

  it('stops following a gateway that is removed or switched off', async () => {
    gateways = [main];
    await nextList();
    expect(followed).toEqual(['Main']);
  });

  it('follows a gateway again that could not be followed', async () => {
    gateways = [main, north];
    failing.add(north);
    await nextList();
    expect(followed).toEqual(['Main']);
    await nextList();
    expect(followed).toEqual(['Main', 'North']);
  });

  it('ends all when the lease is lost', async () => {
    lost.abort();
    await jest.advanceTimersByTimeAsync(1000);
    await ingestion;
    expect(followed).toEqual([]);
  });
});
