import { type HistoryOfPoint, historyText } from './history-text';
import type { Sample } from './served-point';

const T0 = Date.parse('2026-01-01T00:00:00Z');

function* manySamples(count: number): Generator<Sample> {
  for (let index = 0; index < count; index++) yield { atMs: T0 + index, value: index / 7, quality: 'good' };
}

async function piecesOf(histories: HistoryOfPoint[]): Promise<string[]> {
  const pieces = [];
  for await (const piece of historyText(histories)) pieces.push(piece);
  return pieces;
}

describe('historyText', () => {
  it('generates the histories as JSON', async () => {
    const pieces = await piecesOf([
      { code: 'A "quoted"', samples: () => [{ atMs: T0, value: null, quality: 'bad' }] },
      { code: 'B', samples: () => Promise.resolve([]) },
      {
        code: 'C',
        samples: () =>
          Promise.resolve([
            { atMs: T0, value: true, quality: 'good' },
            { atMs: T0 + 1, value: -1.5e-9, quality: 'uncertain' },
          ]),
      },
    ]);
    expect(JSON.parse(pieces.join(''))).toEqual([
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
    expect(await piecesOf([])).toEqual(['[]']);
  });

  it('splits a long history into chunks', async () => {
    const pieces = await piecesOf([
      { code: 'A', samples: () => manySamples(10_000) },
      { code: 'B', samples: () => manySamples(5) },
    ]);
    expect(pieces.length).toBeGreaterThan(5);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(70_000);
    const [a, b] = JSON.parse(pieces.join('')) as { values: unknown[] }[];
    expect([a?.values.length, b?.values.length]).toEqual([10_000, 5]);
  });
});
