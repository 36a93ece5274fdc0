import fc from 'fast-check';
import { pack, unpack } from './packed-samples';

const START_MS = Date.parse('2026-03-01T10:00:00Z');

describe('pack', () => {
  it('returns samples that are unpacked unchanged', () => {
    const samples = fc.array(
      fc.record({ atMs: fc.integer({ min: 0, max: 3_599_999 }), value: fc.double({ noNaN: true }) }),
    );
    fc.assert(
      fc.property(samples, (offsets) => {
        const hour = offsets.map(({ atMs, value }) => ({ atMs: START_MS + atMs, value }));
        expect(unpack(pack(hour, START_MS), START_MS)).toEqual(hour);
      }),
    );
  });

  it('compresses the values for a meter that is read each minute', () => {
    const hour = Array.from({ length: 60 }, (_, minute) => ({
      atMs: START_MS + minute * 60_000,
      value: 123_456.7 + minute * 0.1,
    }));
    expect(pack(hour, START_MS).length).toBeLessThan(60 * 12 * 0.75);
  });
});
