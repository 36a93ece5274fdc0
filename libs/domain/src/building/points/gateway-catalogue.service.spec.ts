import type { GatewayPoint } from '@app/gateway-client';
import { DomainError, FixedClock } from '@app/kernel';
import { GatewayCatalogueService } from './gateway-catalogue.service';

const KNOWN = { code: 'HALL.KWH', name: 'Hall' } as GatewayPoint;

describe('the codes that the gateway does not know', () => {
  const unknown = async (points: () => Promise<GatewayPoint[]>, codes: string[]) => {
    const unused = {} as never;
    const clock = new FixedClock(0);
    const service = new GatewayCatalogueService(unused, { points } as never, unused, clock);
    return [...(await service.unknownCodes(codes))];
  };

  it('are those that it does not list', async () => {
    expect(await unknown(() => Promise.resolve([KNOWN]), ['HALL.KWH', 'HALL.KHW'])).toEqual(['HALL.KHW']);
  });

  it('are not known if the gateway is down', async () => {
    const down = () => Promise.reject(new DomainError('upstream_failed', 'upstream_failed', 'It is down.'));
    expect(await unknown(down, ['HALL.KHW'])).toEqual([]);
  });

  it('are asked for only if there are codes', async () => {
    expect(await unknown(() => Promise.reject(new Error('The gateway was asked.')), [])).toEqual([]);
  });
});
