import { spanUnder } from './pointer-zoom';

describe('fingers on a chart', () => {
  it('move the axis, so that the value stays below the finger', () => {
    expect(spanUnder([{ value: 50, place: 0.25 }], [0, 100])).toEqual([25, 125]);
  });

  it('stretch and shrink the axis between them', () => {
    const closer = [
      { value: 20, place: 0.4 },
      { value: 80, place: 0.6 },
    ];
    expect(spanUnder(closer, [0, 100]).map(Math.round)).toEqual([-100, 200]);
    const wider = [
      { value: 40, place: 0 },
      { value: 60, place: 1 },
    ];
    expect(spanUnder(wider, [0, 100])).toEqual([40, 60]);
  });

  it('keep the length of the axis if they meet or cross', () => {
    const crossed = [
      { value: 40, place: 0.6 },
      { value: 60, place: 0.4 },
    ];
    expect(spanUnder(crossed, [0, 100])).toEqual([-20, 80]);
    expect(spanUnder([], [0, 100])).toEqual([0, 100]);
  });

  it('keep the axis if the chart below them has no width any more', () => {
    const gone = [
      { value: 20, place: Number.POSITIVE_INFINITY },
      { value: Number.NaN, place: Number.NaN },
    ];
    expect(spanUnder(gone, [0, 100])).toEqual([0, 100]);
  });
});
