import type { Sample } from '../../points/point';
import { historyText } from './history-text';

const T0 = Date.parse('2026-01-01T00:00:00Z');

function* manySamples(count: number): Generator<Sample> {
  for (let index = 0; index < count; index++) yield { atMs: T0 + index, value: index / 7, quality: 'good' };
}

describe('historyText', () => {
  it('generates the histories as JSON', () => {
    const text = [
      ...historyText([
        { code: 'A "quoted"', samples: [{ atMs: T0, value: null, quality: 'bad' }] },
        { code: 'B', samples: [] },
        {
          code: 'C',
          samples: [
            { atMs: T0, value: true, quality: 'good' },
            { atMs: T0 + 1, value: -1.5e-9, quality: 'uncertain' },
          ],
        },
      ]),
    ].join('');
    expect(JSON.parse(text)).toEqual([
      {
        code: 'A "quoted"',
        values: [{ timestamp: '2026-01-01T00:00:00.000Z', value: null, quality: 'bad' }],
      },
      { code: 'B', values: [] },
      {
        code: 'C',
        values: [
          { timestamp: '2026-01-01T00:00:00.000Z', value: true, quality: 'good' },
          { timestamp: '2026-01-01T00:00:00.001Z', value: -1.5e-9, quality: 'uncertain' },
        ],
      },
    ]);
    expect([...historyText([])].join('')).toBe('[]');
  });

  it('splits a long history into chunks', () => {
    const pieces = [
      ...historyText([
        { code: 'A', samples: manySamples(10_000) },
        { code: 'B', samples: manySamples(5) },
      ]),
    ];
    expect(pieces.length).toBeGreaterThan(5);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(70_000);
    const [a, b] = JSON.parse(pieces.join('')) as { values: unknown[] }[];
    expect([a?.values.length, b?.values.length]).toEqual([10_000, 5]);
  });
});
