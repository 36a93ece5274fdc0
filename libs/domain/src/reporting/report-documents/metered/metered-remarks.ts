import { coveragePercent, percentLabel } from '../figures';
import type { SectionContext } from '../section-context';
import type { MeteredPoint } from './metered-figures.service';

/** Returns remarks that explain the marks of estimated and unknown values in a section. */
export function remarksOf(
  metric: 'energy' | 'cost' | 'emissions' | 'power',
  points: readonly Pick<MeteredPoint, 'value' | 'estimated'>[],
  { words }: SectionContext,
): string[] {
  const { estimated, unknown, unknownRated } = words.remarks;
  const isRated = metric === 'cost' || metric === 'emissions';
  return [
    ...(points.some((point) => point.estimated && point.value !== null) ? [estimated] : []),
    ...(points.some(({ value }) => value === null) ? [isRated ? unknownRated : unknown] : []),
  ];
}

/** Returns a remark with the coverage of a section if its data is incomplete. */
export function coverageRemarks(
  { coverage }: Pick<MeteredPoint, 'coverage'>,
  context: SectionContext,
): string[] {
  const percent = coveragePercent(coverage);
  if (percent >= 100) return [];
  return [context.words.remarks.coverage(percentLabel(percent, context.language))];
}
