import { alertingNodes, colorUnits, roomColors } from './room-colors';
import type { SceneItem } from './scene-items';

const item = (nodeName: string | null, values: [unit: string | null, value: unknown][]): SceneItem => ({
  id: nodeName ?? 'mark',
  title: '',
  position: { x: 0, y: 0, z: 0 },
  nodeName,
  values: values.map(([unit, value], index) => ({ code: `P${index}`, name: '', unit, value })),
  hasObject: true,
});

describe('the colours of rooms', () => {
  const items = [
    item('east', [
      ['°C', 20],
      ['ppm', 1400],
      ['kW', 3],
      [null, true],
    ]),
    item('west', [
      ['°C', 26],
      ['ppm', null],
      ['kW', 5],
    ]),
    item('roof', [['Pa', 250]]),
    item(null, [['Pa', 1]]),
  ];

  it('are offered for units that several objects have', () => {
    expect(colorUnits(items)).toEqual(['°C', 'ppm', 'kW']);
  });

  it('show the place of a value in the usual range of its unit, or among the other values', () => {
    expect(roomColors(items, '°C')).toEqual({
      low: 18,
      high: 26,
      shares: new Map([
        ['east', 0.25],
        ['west', 1],
      ]),
    });
    expect(roomColors(items, 'ppm')?.shares).toEqual(new Map([['east', 1]]));
    expect(roomColors(items, 'kW')).toMatchObject({ low: 3, high: 5 });
    expect(roomColors(items, 'Pa')?.shares).toEqual(new Map([['roof', 0.5]]));
    expect(roomColors(items, 'm³')).toBeNull();
  });

  it('mark the nodes of objects with an active alert at one of their points', () => {
    expect(alertingNodes(items, [{ pointCode: 'P3' }, { pointCode: null }])).toEqual(['east']);
  });
});
