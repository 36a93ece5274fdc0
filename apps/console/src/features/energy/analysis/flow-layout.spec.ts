import { type FlowArea, flowNodes, lessMeasured, restOf } from './flow-layout';

const area = (id: number, parentId: number | null, energy: number): FlowArea => ({
  id,
  name: `Area ${id}`,
  parentId,
  energy,
});

const SITE = [area(1, null, 100), area(2, 1, 60), area(3, 1, 30), area(4, 2, 60)];

describe('flowNodes', () => {
  const nodes = flowNodes(SITE, SITE[0] as FlowArea);
  const height = (key: string) => nodes.find((node) => node.key === key)?.height ?? 0;

  it('divides the energy of each area into that of the areas inside it and the rest', () => {
    expect(nodes.map(({ key, depth, energy }) => [key, depth, energy])).toEqual([
      ['1', 0, 100],
      ['2', 1, 60],
      ['4', 2, 60],
      ['3', 1, 30],
      ['1 rest', 1, 10],
    ]);
    expect(height('2')).toBeCloseTo(0.6 * height('1'));
  });

  it('keeps the bars of a depth apart and within the picture', () => {
    const inside = nodes.filter(({ depth }) => depth === 1);
    for (const [index, { top }] of inside.slice(1).entries()) {
      const before = inside[index];
      expect(top).toBeGreaterThan((before?.top ?? 0) + (before?.height ?? 0));
    }
    for (const { top, height } of nodes) expect(top + height).toBeLessThanOrEqual(1 + 1e-9);
  });

  it('lets the parts of a bar flow from below each other', () => {
    const sources = nodes
      .filter(({ parent }) => parent?.id === 1)
      .map(({ sourceTop }) => sourceTop / height('1'));
    for (const [index, share] of [0, 0.6, 0.9].entries()) expect(sources[index]).toBeCloseTo(share);
  });

  it('has no bar for a negative rest, and fits many areas', () => {
    const exporting = [area(1, null, 50), area(2, 1, 60)];
    expect(flowNodes(exporting, exporting[0] as FlowArea).map(({ key }) => key)).toEqual(['1', '2']);
    expect(restOf(exporting, exporting[0] as FlowArea)).toBe(-10);
    const many = [area(1, null, 100), ...Array.from({ length: 100 }, (_, index) => area(index + 2, 1, 1))];
    const last = flowNodes(many, many[0] as FlowArea).at(-1);
    expect((last?.top ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(1 + 1e-9);
  });
});

const months = (...coverages: number[]) => coverages.map((coverage) => ({ value: 1, coverage }));

describe('lessMeasured', () => {
  it('finds the areas whose energy is too low, because they were measured for a shorter time', () => {
    const energies = new Map([
      [1, months(1, 0.5)],
      [2, months(1, 0.5)],
      [3, months(0.9, 0.5)],
      [4, months(1, 0)],
    ]);
    const found = lessMeasured(SITE, SITE[0] as FlowArea, energies);
    expect(found.map(({ id }) => id)).toEqual([4, 3]);
  });
});
