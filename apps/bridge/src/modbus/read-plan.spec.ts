import type { ModbusPoint, RegisterTable } from './modbus.dto';
import { readPlan } from './read-plan';

const point = (table: RegisterTable, address: number, length: number) =>
  ({ code: `${table}${address}`, table, address, length }) as ModbusPoint;

const shown = (points: ModbusPoint[], most: number) =>
  readPlan(points, most).map((block) => [block.table, block.address, block.length, block.points.length]);

describe('readPlan', () => {
  it('reads neighbouring registers together, and a table apart from another', () => {
    const points = [point('input', 6, 2), point('holding', 0, 1), point('input', 0, 2), point('input', 4, 2)];
    expect(shown(points, 120)).toEqual([
      ['holding', 0, 1, 1],
      ['input', 0, 8, 3],
    ]);
  });

  it('does not read a long range of unused registers', () => {
    expect(shown([point('input', 0, 2), point('input', 10, 2), point('input', 21, 2)], 120)).toEqual([
      ['input', 0, 12, 2],
      ['input', 21, 2, 1],
    ]);
  });

  it('does not read more registers than the device returns', () => {
    const points = Array.from({ length: 10 }, (_, index) => point('holding', index * 2, 2));
    expect(shown(points, 8)).toEqual([
      ['holding', 0, 8, 4],
      ['holding', 8, 8, 4],
      ['holding', 16, 4, 2],
    ]);
  });

  it('reads registers that several points share once', () => {
    const points = [point('holding', 0, 4), point('holding', 1, 1), point('holding', 1, 1)];
    expect(shown(points, 120)).toEqual([['holding', 0, 4, 3]]);
  });
});
