import { useMemo } from 'react';
import type { components } from '../../api/plantroom';
import { useFormat } from '../../format/use-format';
import { Chart } from '../chart/chart';
import { comparisonPlot } from '../chart/comparison-plot';
import { useChartStyle } from '../chart/use-chart-style';
import { useWidgetTexts } from './widget.texts';

export type ChartPeriod = 'today' | 'thisWeek' | 'thisMonth' | 'thisYear';
type ChartData = components['schemas']['EnergyChartDto'];

const BUCKETS: Record<ChartData['interval'], Intl.DateTimeFormatOptions> = {
  hour: { hour: '2-digit', minute: '2-digit' },
  day: { month: 'short', day: 'numeric' },
  week: { month: 'short', day: 'numeric' },
  month: { month: 'short' },
};

interface EnergyChartProps {
  chart: ChartData;
  /** The period. It determines the names of the bars and of the line. */
  period?: ChartPeriod;
  /** In pixels. By default, the chart fills its surroundings. */
  height?: number;
}

/** Bars of this period, and a line of the previous period. */
export function EnergyChart({ chart, period, height }: EnergyChartProps) {
  const t = useWidgetTexts();
  const style = useChartStyle();
  const format = useFormat();
  const { interval, unit, current, previous } = chart;
  const [currentName, previousName] = period
    ? [t(`period.${period}`), t(`before.${period}`)]
    : [t('current'), t('previous')];
  const plot = useMemo(() => {
    const { colors } = style;
    const longest = current.length >= previous.length ? current : previous;
    return comparisonPlot(style, {
      titles: longest.map(({ timestamp }) => format.part(timestamp, BUCKETS[interval])),
      unit,
      current: { name: currentName, values: current.map(({ value }) => value) },
      previous: { name: previousName, values: previous.map(({ value }) => value) },
      // The period ends now, so its last bucket is still running.
      isUncertain: current.map((_, index) => index === current.length - 1),
      rowsAt: (index) => [
        { name: currentName, value: format.quantity(current[index]?.value, unit), color: colors.main },
        { name: previousName, value: format.quantity(previous[index]?.value, unit), color: colors.other },
      ],
    });
  }, [style, format, interval, unit, current, previous, currentName, previousName]);
  return (
    <Chart
      plot={plot}
      height={height}
      label={t('chartLabel', { current: currentName, previous: previousName })}
    />
  );
}
