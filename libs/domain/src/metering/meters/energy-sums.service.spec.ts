import { dialectSql, MeterEntity } from '@app/entities';
import { chunksOf } from '@app/kernel';
import type { DataSource } from 'typeorm';
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
});
