import type { Environment } from '@app/config';
import type { AreasService } from '../areas/areas.service';
import type { ConfigurationService } from '../../platform/configuration/configuration.service';
import { EnergyScopeService } from './energy-scope.service';

describe('EnergyScopeService', () => {
  const site = { areas: [1, 2, 3].map((id) => ({ id, parentId: null })), metersByArea: new Map() };
  const areas = { energySite: () => Promise.resolve(site) } as unknown as AreasService;
  const configuration = { timezone: () => Promise.resolve('UTC') } as unknown as ConfigurationService;
  const limits = { LIMIT_BUCKETS_PER_AREA: 7, LIMIT_POINTS_PER_ANSWER: 17 } as Environment;
  const scopes = new EnergyScopeService(areas, configuration, limits);

  it.each([
    ['one area', { areaId: 1 }, 7],
    ['two areas', { areaIds: [1, 2] }, 7],
    ['all three areas', {}, 5],
    ['all three areas, added up', { combined: true }, 7],
  ])('allows as many days for %s as the limits of buckets and of points permit', async (_, chosen, days) => {
    const scopeOf = (count: number) =>
      scopes.scope({ ...chosen, interval: 'day', from: '2024-03-10', to: `2024-03-${10 + count}` });
    expect((await scopeOf(days)).buckets).toHaveLength(days);
    await expect(scopeOf(days + 1)).rejects.toMatchObject({
      kind: 'invalid',
      details: [{ path: 'to', message: `is too late: the range has more than ${days} days` }],
    });
  });
});
