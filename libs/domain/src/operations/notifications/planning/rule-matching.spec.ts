import type { AlertSource } from '@app/entities';
import { ALERT_SEVERITIES } from '@app/kernel';
import { isMatch, lineages } from './rule-matching';

const ALL = { minSeverity: 'indeterminate' as const, sources: [] as AlertSource[], areaIds: [] as number[] };
const alert = { severity: 'major', source: 'rule' } as const;

const applying = (minSeverity: (typeof ALERT_SEVERITIES)[number]) =>
  ALERT_SEVERITIES.filter((severity) => isMatch({ ...ALL, minSeverity }, { ...alert, severity }, []));

describe('a notification rule', () => {
  it('applies to its minimum severity and to higher severities', () => {
    expect(applying('critical')).toEqual(['critical']);
    expect(applying('minor')).toEqual(['critical', 'major', 'minor']);
    expect(applying('indeterminate')).toEqual([...ALERT_SEVERITIES]);
  });

  it.each<[string, Partial<typeof ALL>, number[], boolean]>([
    ['applies to every source and area by default', {}, [], true],
    ['applies if it names the source of the alert', { sources: ['gateway', 'rule'] }, [], true],
    ['does not apply if it names other sources', { sources: ['gateway'] }, [], false],
    ['applies if it names the area of the alert', { areaIds: [3] }, [3, 1], true],
    ["applies if it names an area above the alert's area", { areaIds: [1] }, [3, 1], true],
    ['does not apply if it names other areas', { areaIds: [2] }, [3, 1], false],
    ['does not apply to an alert without an area if it names an area', { areaIds: [3] }, [], false],
    [
      'does not apply if it names the source, but another area',
      { sources: ['rule'], areaIds: [2] },
      [3],
      false,
    ],
  ])('%s', (_what, conditions, lineage, expected) => {
    expect(isMatch({ ...ALL, ...conditions }, alert, lineage)).toBe(expected);
  });

  it('is compared with the area of an alert and all areas above it', () => {
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
