import type { GatewayClient } from '@app/gateway-client';
import type { GatewayCatalogueService } from '../../../building/points/gateway-catalogue.service';
import type { GatewayHistoryService } from '../../../metering/gateway-proxy/gateway-history.service';
import { matchesPattern } from '../../../platform/occurrences/name-pattern';
import { ExecutionReadings } from './execution-readings';

const TIME = '2026-01-01T00:00:00.000Z';
const CODES = ['F1.A.CO2', 'F1.B.CO2', 'F1.B.TEMP', 'DEAD'];

function readingsOf(codes: readonly string[] = CODES) {
  const values = (names: readonly string[]) =>
    Promise.resolve(
      names.map((code) =>
        codes.includes(code) && code !== 'DEAD'
          ? { code, value: 640, quality: 'good', timestamp: TIME }
          : { code, value: null, quality: 'bad', timestamp: TIME },
      ),
    );
  const catalogue = {
    codesMatching: (patterns: string[]) =>
      Promise.resolve(codes.filter((code) => patterns.some((pattern) => matchesPattern(pattern, code)))),
    unlistedCodes: (asked: string[]) => Promise.resolve(asked.filter((code) => !codes.includes(code))),
  } as unknown as GatewayCatalogueService;
  const histories = { aggregate: () => Promise.resolve([]) } as unknown as GatewayHistoryService;
  return new ExecutionReadings({ values } as unknown as GatewayClient, catalogue, histories);
}

describe('ExecutionReadings', () => {
  it('reads the points that match a pattern, each once', async () => {
    const found = await readingsOf().values(['F1.*.CO2', 'F1.A.CO2', 'F9.*']);
    expect(found).toEqual([
      { code: 'F1.A.CO2', value: 640, quality: 'good', timestamp: TIME },
      { code: 'F1.B.CO2', value: 640, quality: 'good', timestamp: TIME },
    ]);
    expect(await readingsOf().values(['F9.*'])).toEqual([]);
  });

  it('returns known points that have no value, and refuses unknown points', async () => {
    expect(await readingsOf().values(['DEAD'])).toMatchObject([{ value: null, quality: 'bad' }]);
    const refused = { code: 'not_found', message: 'The gateway has no point GONE.' };
    await expect(readingsOf().values(['DEAD', 'GONE'])).rejects.toMatchObject(refused);
    const history = { from: '2026-01-01', to: '2026-01-02', aggregate: 'mean' } as const;
    await expect(readingsOf().history({ code: 'GONE', ...history })).rejects.toMatchObject(refused);
    expect(await readingsOf().history({ code: 'DEAD', ...history })).toEqual([]);
  });

  it('limits the number of points of one read', async () => {
    const many = Array.from({ length: 1001 }, (_, index) => `P${index}`);
    await expect(readingsOf(many).values(['P*'])).rejects.toMatchObject({ code: 'too_many_points' });
    expect(await readingsOf(many.slice(1)).values(['P*'])).toHaveLength(1000);
  });
});
