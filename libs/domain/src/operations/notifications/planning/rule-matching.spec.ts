import { ALERT_SEVERITIES, type AlertSource } from '@app/entities';
import { isMatch, lineages } from './rule-matching';

const ALL = { minSeverity: 'indeterminate' as const, sources: [] as AlertSource[], areaIds: [] as number[] };
const alert = { severity: 'major', source: 'rule' } as const;

const applying = (minSeverity: (typeof ALERT_SEVERITIES)[number]) =>
  ALERT_SEVERITIES.filter((severity) => isMatch({ ...ALL, minSeverity }, { ...alert, severity }, []));

describe('a notification rule', () => {
  it('applies to its lowest severity and to higher ones', () => {
    expect(applying('critical')).toEqual(['critical']);
    expect(applying('minor')).toEqual(['critical', 'major', 'minor']);
    expect(applying('indeterminate')).toEqual([...ALERT_SEVERITIES]);
  });

  it.each<[string, Partial<typeof ALL>, number[], boolean]>([
    ['all sources and areas', {}, [], true],
    ['its source', { sources: ['gateway', 'rule'] }, [], true],
    ['other sources', { sources: ['gateway'] }, [], false],
    ['its area', { areaIds: [3] }, [3, 1], true],
    ['an area above its area', { areaIds: [1] }, [3, 1], true],
    ['other areas', { areaIds: [2] }, [3, 1], false],
    ['an area, for an alert without one', { areaIds: [3] }, [], false],
    ['its source and another area', { sources: ['rule'], areaIds: [2] }, [3], false],
  ])('names %s', (_what, conditions, lineage, expected) => {
    expect(isMatch({ ...ALL, ...conditions }, alert, lineage)).toBe(expected);
  });

  it('finds the areas above an area', () => {
    const lineage = lineages([
      { id: 1, parentId: null },
      { id: 2, parentId: 1 },
      { id: 3, parentId: 2 },
    ]);
    expect(lineage(3)).toEqual([3, 2, 1]);
    expect(lineage(1)).toEqual([1]);
    expect(lineage(9)).toEqual([9]);
    expect(lineage(null)).toEqual([]);
  });
});
