import { useMemo } from 'react';
import { type Format, useFormat } from '../../format/use-format';
import { Chart } from '../../ui/chart/chart';
import { comparisonOption } from '../../ui/chart/comparison-option';
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
  const option = useMemo(() => {
    const { colors } = style;
    const uncertain = {
      opacity: 0.75,
      decal: {
        symbol: 'rect',
        dashArrayX: [1, 0],
        dashArrayY: [2, 4],
        rotation: -0.8,
        color: colors.surface,
      },
    };
    const rowsAt = (index: number) => {
      const bucket = buckets[index];
      return [
        { name: currentName, value: valueOf(bucket, format), color: colors.main },
        { name: previousName, value: valueOf(previous[index], format), color: colors.other },
        { name: t('coverage'), value: format.share(bucket?.coverage) },
        ...(bucket?.estimated ? [{ name: t('estimated'), value: t('yes'), color: colors.caution }] : []),
      ];
    };
    return comparisonOption(style, {
      titles: buckets.map(({ timestamp }) => format.part(timestamp, BUCKET_TITLES[interval])),
      unit,
      current: {
        name: currentName,
        data: buckets.map((bucket) => ({
          value: bucket.value,
          ...(isUncertain(bucket) && { itemStyle: uncertain }),
        })),
      },
      previous: { name: previousName, data: previous.slice(0, buckets.length).map(({ value }) => value) },
      rowsAt,
    });
  }, [style, format, t, buckets, previous, interval, unit, currentName, previousName]);
  const select = (index: number) => {
    const bucket = buckets[index];
    if (bucket) onSelect?.(bucket);
  };
  const label = t('chartLabel', { current: currentName, previous: previousName });
  return <Chart option={option} height={height} label={label} onSelect={select} />;
}

function valueOf(bucket: Bucket | undefined, { quantity }: Format): string {
  return bucket ? quantity(bucket.value, bucket.unit) : '–';
}
