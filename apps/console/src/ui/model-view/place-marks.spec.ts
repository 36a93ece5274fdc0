import { placeMarks } from './place-marks';

const SIZE = { width: 100, height: 40 };

/** Marks at the given places, which are all as large as `SIZE`. */
function placed(places: readonly [left: number, top: number][], selected?: number) {
  const marks = places.map(([left, top], index) => ({
    element: {
      offsetWidth: SIZE.width,
      offsetHeight: SIZE.height,
      style: {} as CSSStyleDeclaration,
      dataset: {} as DOMStringMap,
    } as HTMLElement,
    isFirst: index === selected,
    at: { left, top },
  }));
  placeMarks(marks);
  return marks.map(({ element: { style, dataset } }) => {
    const [left = 0, top = 0] = (style.transform.match(/-?\d+/g) ?? []).map(Number);
    return { shape: dataset.shape, left, top };
  });
}

describe('marks of a model', () => {
  it('never cover each other: marks without room become dots at their places', () => {
    const places = Array.from({ length: 30 }, (_, index): [number, number] => [
      200 + (index % 6) * 30,
      200 + Math.floor(index / 6) * 15,
    ]);
    const all = placed(places);
    const labels = all.filter(({ shape }) => shape === 'label');
    expect(labels.length).toBeGreaterThan(3);
    for (const [index, one] of labels.entries())
      for (const other of labels.slice(index + 1))
        expect(
          Math.abs(one.left - other.left) >= SIZE.width || Math.abs(one.top - other.top) >= SIZE.height,
        ).toBe(true);
    const dots = all.flatMap(({ shape, left, top }, index) => (shape === 'dot' ? [[index, left, top]] : []));
    expect(dots.length).toBeGreaterThan(3);
    for (const [index = 0, left, top] of dots)
      expect([left, top]).toEqual([(places[index]?.[0] ?? 0) - 12, (places[index]?.[1] ?? 0) - 12]);
  });

  it('stay at their places if they are selected', () => {
    const places = Array.from({ length: 5 }, (): [number, number] => [200, 200]);
    expect(placed(places, 4)[4]).toEqual({ shape: 'label', left: 150, top: 180 });
  });
});
