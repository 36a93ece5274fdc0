import { dialectSql, MeterEntity } from '@app/entities';
import { chunksOf } from '@app/kernel';
import type { DataSource } from 'typeorm';
import { packDay } from '../arithmetic/packed-days';
import { EnergySumsService } from './energy-sums.service';

describe('EnergySumsService', () => {
  it('spends no time on the days without data in a long range', async () => {
    const empty = { manager: { query: () => Promise.resolve([]) } } as unknown as DataSource;
    const meter = Object.assign(new MeterEntity(), { id: 1, daysZone: 'UTC' });
    const bucket = { startMs: Date.UTC(1), endMs: Date.UTC(200_000) };
    const sums = await new EnergySumsService(empty).byMeter([meter], [bucket], 'UTC', 'days');
    expect(sums.get(1)).toEqual([{ energyMwh: null, coveredMs: 0, estimated: false }]);
  });

  it('reads only a few meters at a time if each has much data', async () => {
    const asked: unknown[] = [];
    jest.spyOn(dialectSql, 'csvLines').mockImplementation((_manager, _cells, { parameters }) => {
      asked.push(parameters[0]);
      return Promise.resolve({ text: '', rows: 0 });
    });
    const dataSource = { manager: {} } as unknown as DataSource;
    const meters = Array.from({ length: 300 }, (_, id) =>
      Object.assign(new MeterEntity(), { id, daysZone: 'UTC' }),
    );
    const bucket = { startMs: 0, endMs: 10_000 * 3_600_000 };
    const sums = await new EnergySumsService(dataSource).byMeter(meters, [bucket], 'UTC', 'hours');
    expect(sums.size).toBe(300);
    expect(asked).toEqual(
      chunksOf(
        meters.map(({ id }) => id),
        5,
      ),
    );
  });

  it.each([
    [49, [49]],
    [50, [25, 25]],
    [61, [31, 30]],
  ])(
    'reads the days of %i meters in parts of %j, and returns the sums of each meter',
    async (count, parts) => {
      const day = { startMs: Date.UTC(2026, 0, 5), endMs: Date.UTC(2026, 0, 6) };
      const asked: number[][] = [];
      jest.spyOn(dialectSql, 'query').mockImplementation((_manager, _sql, [meterIds] = []) => {
        const ids = meterIds as number[];
        asked.push(ids);
        return Promise.resolve(ids.map((key) => ({ key, joined: packedDayOf(key, day.startMs) })));
      });
      const meters = Array.from({ length: count }, (_, id) =>
        Object.assign(new MeterEntity(), { id, daysZone: 'UTC' }),
      );
      const dataSource = { manager: {} } as unknown as DataSource;
      const sums = await new EnergySumsService(dataSource).byMeter(meters, [day], 'UTC', 'days');
      expect(asked.map(({ length }) => length)).toEqual(parts);
      expect([...sums]).toEqual(
        meters.map(({ id }) => [id, [{ energyMwh: id * 24, coveredMs: 86_400_000, estimated: false }]]),
      );
    },
  );
});

/** A completely measured day on which `energyMwh` was used in each hour. */
function packedDayOf(energyMwh: number, startMs: number): string | null {
  return packDay(
    { startMs, energyMwh: 24 * energyMwh, coveredMs: 86_400_000, cuts: 0 },
    Array<number>(24).fill(energyMwh),
  );
}
