import { curvesOf, pathOf, topOf } from './course-points';

describe('the curve of a day', () => {
  it('has a top with one digit above all values', () => {
    expect([topOf([{ kw: 62.8 }], [{ kw: 73.4 }]), topOf([{ kw: 0.42 }]), topOf([{ kw: 100 }])]).toEqual([
      80, 0.5, 100,
    ]);
    expect(topOf([], [{ kw: null }])).toBe(1);
  });

  it('is interrupted where nothing was measured', () => {
    const curves = curvesOf([{ kw: 0 }, { kw: 40 }, { kw: null }, { kw: 80 }], 80, 4);
    expect(curves).toEqual([
      [
        { x: 0.125, y: 1 },
        { x: 0.375, y: 0.5 },
      ],
      [{ x: 0.875, y: 0 }],
    ]);
    expect(curves.map(pathOf)).toEqual(['M125 1000 L375 500', 'M875 0']);
    expect(curvesOf([{ kw: null }], 1, 24)).toEqual([]);
  });
});
