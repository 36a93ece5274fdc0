import { useMemo } from 'react';
import { type Format, useFormat } from '../../format/use-format';
import { Chart } from '../../ui/chart/chart';
import { comparisonPlot } from '../../ui/chart/comparison-plot';
import { useChartStyle } from '../../ui/chart/use-chart-style';
import { BUCKET_TITLES, isUncertain } from './buckets';
import type { Bucket, Interval } from './energy.queries';
import { useEnergyTexts } from './energy.texts';

interface BucketChartProps {
  buckets: readonly Bucket[];
  previous: readonly Bucket[];
  interval: Interval;
  names: { current: string; previous: string };
  height: number;
  onSelect?: (bucket: Bucket) => void;
}

/**
 * Bars for the buckets of this period, and a line for the previous period. Bars of partly measured or estimated buckets
 * are hatched.
 */
export function BucketChart(props: BucketChartProps) {
  const { buckets, previous, interval, height, onSelect } = props;
  const { current: currentName, previous: previousName } = props.names;
  const t = useEnergyTexts();
  const style = useChartStyle();
  const format = useFormat();
  const unit = buckets[0]?.unit ?? '';
  const plot = useMemo(() => {
    const { colors } = style;
    const rowsAt = (index: number) => {
      const bucket = buckets[index];
      return [
        { name: currentName, value: valueOf(bucket, format), color: colors.main },
        { name: previousName, value: valueOf(previous[index], format), color: colors.other },
        { name: t('coverage'), value: format.share(bucket?.coverage) },
        ...(bucket?.estimated ? [{ name: t('estimated'), value: t('yes'), color: colors.caution }] : []),
      ];
    };
    return comparisonPlot(style, {
      titles: buckets.map(({ timestamp }) => format.part(timestamp, BUCKET_TITLES[interval])),
      unit,
      current: { name: currentName, values: buckets.map(({ value }) => value) },
      previous: { name: previousName, values: previous.map(({ value }) => value) },
      isUncertain: buckets.map(isUncertain),
      rowsAt,
    });
  }, [style, format, t, buckets, previous, interval, unit, currentName, previousName]);
  const select = (index: number) => {
    const bucket = buckets[index];
    if (bucket) onSelect?.(bucket);
  };
  const label = t('chartLabel', { current: currentName, previous: previousName });
  return <Chart plot={plot} height={height} label={label} onSelect={select} />;
}

function valueOf(bucket: Bucket | undefined, { quantity }: Format): string {
  return bucket ? quantity(bucket.value, bucket.unit) : '–';
}
