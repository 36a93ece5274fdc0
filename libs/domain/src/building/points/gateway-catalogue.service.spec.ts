import type { GatewayPoint, Gateways } from '@app/gateway-client';
import { DomainError, FixedClock } from '@app/kernel';
import { GatewayCatalogueService } from './gateway-catalogue.service';

const NONE = {} as never;
const LIMITS = { min: null, max: null, step: null };
const point = (writable: boolean): GatewayPoint => ({
  code: 'A',
  name: 'A',
  unit: null,
  dataType: 'number',
  writable,
  group: null,
  ...LIMITS,
});

/** Gateways by their prefixes. */
function gatewaysOf(clients: Record<string, { points: () => Promise<GatewayPoint[]> }>): Gateways {
  const prefixes = Object.keys(clients);
  const gateways = prefixes.map((prefix) => ({
    client: clients[prefix],
    settings: { prefix },
    owns: (code: string) =>
      code.startsWith(prefix) &&
      (prefix !== '' || !prefixes.some((other) => other !== '' && code.startsWith(other))),
  }));
  const of = async (code: string) => gateways.find(({ owns }) => owns(code));
  return { enabled: async () => gateways, of } as unknown as Gateways;
}

const gatewaysWith = (client: { points: () => Promise<GatewayPoint[]> }): Gateways =>
  gatewaysOf({ '': client });

describe('the check of a write by the list of points', () => {
  const clock = new FixedClock(0);
  let listed: GatewayPoint[] | Error;
  let reads: number;
  let catalogue: GatewayCatalogueService;

  beforeEach(() => {
    reads = 0;
    clock.set(0);
    const points = async () => {
      reads++;
      if (listed instanceof Error) throw listed;
      return listed;
    };
    catalogue = new GatewayCatalogueService(NONE, gatewaysWith({ points }), NONE, clock);
  });

  const codeOf = (maxAgeMs?: number) =>
    catalogue.assertAccepts('A', 1, maxAgeMs).then(
      () => null,
      (error: DomainError) => error.code,
    );

  it('reads the list again before it refuses a write, unless the list was just read', async () => {
    listed = [point(false)];
    expect(await codeOf()).toBe('point_read_only');
    expect(reads).toBe(1);
    listed = [point(true)];
    clock.advance(5000);
    expect(await codeOf()).toBe('point_read_only');
    clock.advance(1);
    expect(await codeOf()).toBeNull();
    expect(reads).toBe(2);
  });

  it('accepts a write with a list of any age, if the caller allows it', async () => {
    listed = [point(true)];
    expect(await codeOf(Infinity)).toBeNull();
    listed = [];
    clock.advance(86_400_000);
    expect(await codeOf(Infinity)).toBeNull();
    expect(reads).toBe(1);
    expect(await codeOf()).toBe('not_found');
  });

  it('knows whether a point can be written by the last list, without waiting for the gateway', async () => {
    listed = [point(false)];
    const writable = async () => [...(await catalogue.writable(['A', 'B']))];
    expect(await writable()).toEqual([]);
    await catalogue.codesMatching(['*']);
    expect(await writable()).toEqual([['A', false]]);
    listed = new DomainError('upstream_failed', 'gateway_failed', 'The gateway is down.');
    clock.advance(60_001);
    expect(await writable()).toEqual([['A', false]]);
    expect(reads).toBe(2);
  });

  it('accepts every write if the list cannot be read', async () => {
    listed = new DomainError('upstream_failed', 'gateway_failed', 'The gateway is down.');
    expect(await codeOf()).toBeNull();
  });
});

const KNOWN = { code: 'HALL.KWH', name: 'Hall' } as GatewayPoint;

async function unknownCodes(points: () => Promise<GatewayPoint[]>, codes: string[]): Promise<string[]> {
  const unused = {} as never;
  const service = new GatewayCatalogueService(unused, gatewaysWith({ points }), unused, new FixedClock(0));
  return [...(await service.unknownCodes(codes))];
}

describe('the codes that the gateway does not know', () => {
  it('are those that it does not list', async () => {
    expect(await unknownCodes(() => Promise.resolve([KNOWN]), ['HALL.KWH', 'HALL.KHW'])).toEqual([
      'HALL.KHW',
    ]);
  });

  it('are none if the gateway is down', async () => {
    const error = new DomainError('upstream_failed', 'upstream_failed', 'It is down.');
    expect(await unknownCodes(() => Promise.reject(error), ['HALL.KHW'])).toEqual([]);
  });

  it('are asked for only if there are codes', async () => {
    const error = new Error('The gateway was asked.');
    expect(await unknownCodes(() => Promise.reject(error), [])).toEqual([]);
  });
});

const named = (code: string): GatewayPoint => ({ ...point(true), code });

describe('the points of several gateways', () => {
  const failed = new DomainError('upstream_failed', 'gateway_failed', 'It is down.');
  const working = { points: () => Promise.resolve([named('north.A'), named('north.B')]) };
  const broken = { points: () => Promise.reject(failed) };
  const unused = {} as never;
  const dataSource = { manager: { query: () => Promise.resolve([]) } } as never;
  const serviceOf = (gateways: Gateways) =>
    new GatewayCatalogueService(dataSource, gateways, unused, new FixedClock(0));

  it('are those of the gateways that answer', async () => {
    const service = serviceOf(gatewaysOf({ '': broken, 'north.': working }));
    expect((await service.list({ limit: 5 })).items.map(({ code }) => code)).toEqual(['north.A', 'north.B']);
    expect([...(await service.unknownCodes(['A', 'north.A', 'north.C']))]).toEqual(['north.C']);
    expect(await service.unlistedCodes(['north.A', 'north.C'])).toEqual(['north.C']);
    await expect(service.unlistedCodes(['A'])).rejects.toBe(failed);
  });

  it('do not wait long for a gateway that hangs', async () => {
    jest.useFakeTimers();
    const hanging = { points: () => new Promise<never>(() => {}) };
    const listed = serviceOf(gatewaysOf({ '': hanging, 'north.': working })).list({ limit: 5 });
    await jest.advanceTimersByTimeAsync(5001);
    jest.useRealTimers();
    expect((await listed).items.map(({ code }) => code)).toEqual(['north.A', 'north.B']);
  });

  it('are listed in the order of their codes', async () => {
    const main = { points: () => Promise.resolve([named('z'), named('a'), named('north.Z')]) };
    expect(await serviceOf(gatewaysOf({ '': main, 'north.': working })).codesMatching(['*'])).toEqual([
      'a',
      'north.A',
      'north.B',
      'z',
    ]);
  });

  it('match a pattern although a gateway that cannot have such points does not answer', async () => {
    const service = serviceOf(gatewaysOf({ '': broken, 'north.': working }));
    expect(await service.codesMatching(['north.*B', 'north.*'])).toEqual(['north.A', 'north.B']);
    for (const pattern of ['*', 'n*', 'A*'])
      await expect(service.codesMatching([pattern])).rejects.toBe(failed);
    const other = serviceOf(
      gatewaysOf({ '': { points: () => Promise.resolve([named('A')]) }, 'north.': broken }),
    );
    expect(await other.codesMatching(['A*'])).toEqual(['A']);
    await expect(other.codesMatching(['nor*'])).rejects.toBe(failed);
  });

  it('cannot be listed if no gateway answers', async () => {
    const service = serviceOf(gatewaysOf({ '': broken, 'north.': broken }));
    await expect(service.list({ limit: 5 })).rejects.toBe(failed);
  });
});
