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

/** Returns remarks about missing data: the coverage, how periods are compared, and the silent meters. */
export function coverageRemarks(
  { coverage }: Pick<MeteredPoint, 'coverage'>,
  silentMeters: readonly string[],
  context: SectionContext,
): string[] {
  const { remarks } = context.words;
  const percent = coveragePercent(coverage);
  return [
    ...(percent < 100 ? [remarks.coverage(percentLabel(percent, context.language)), remarks.compared] : []),
    ...(silentMeters.length > 0 ? [remarks.silentMeters(silentMeters)] : []),
  ];
}
