import { MeterEntity } from '@app/entities';
import type { DataSource } from 'typeorm';
import { EnergySumsService } from './energy-sums.service';

describe('EnergySumsService', () => {
  it('spends nothing on the days of a long range that there is nothing of', async () => {
    const empty = { manager: { query: () => Promise.resolve([]) } } as unknown as DataSource;
    const meter = Object.assign(new MeterEntity(), { id: 1, daysZone: 'UTC' });
    const bucket = { startMs: Date.UTC(1), endMs: Date.UTC(200_000) };
    const sums = await new EnergySumsService(empty).byMeter([meter], [bucket], 'UTC', 'days');
    expect(sums.get(1)).toEqual([{ energyMwh: null, coveredMs: 0, estimated: false }]);
  });
});
