import { useMemo } from 'react';
import type { components } from '../../api/plantroom';
import { useFormat } from '../../format/use-format';
import { Chart } from '../chart/chart';
import { tooltipContent } from '../chart/tooltip';
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
  /** Names the bars and the line. */
  period?: ChartPeriod;
  height: number;
}

/** Bars of this period, and a line of the period before. */
export function EnergyChart({ chart, period, height }: EnergyChartProps) {
  const t = useWidgetTexts();
  const style = useChartStyle();
  const format = useFormat();
  const { interval, unit, current, previous } = chart;
  const [currentName, previousName] = period
    ? [t(`period.${period}`), t(`before.${period}`)]
    : [t('current'), t('previous')];
  const option = useMemo(() => {
    const { colors, grid, categoryAxis, valueAxis, tooltip, legend } = style;
    const longest = current.length >= previous.length ? current : previous;
    const titles = longest.map(({ timestamp }) => format.part(timestamp, BUCKETS[interval]));
    const rowsAt = (index: number) => [
      { name: currentName, value: format.quantity(current[index]?.value, unit), color: colors.main },
      { name: previousName, value: format.quantity(previous[index]?.value, unit), color: colors.other },
    ];
    return {
      grid,
      legend,
      xAxis: { ...categoryAxis, data: titles },
      yAxis: { ...valueAxis, name: unit },
      tooltip: {
        ...tooltip,
        formatter: ([first]: { dataIndex: number }[]) =>
          first && tooltipContent(titles[first.dataIndex] ?? '', rowsAt(first.dataIndex)),
      },
      series: [
        {
          name: currentName,
          type: 'bar',
          data: current.map(({ value }) => value),
          barMaxWidth: 28,
          itemStyle: { color: colors.main, borderRadius: [3, 3, 0, 0] },
        },
        {
          name: previousName,
          type: 'line',
          data: previous.map(({ value }) => value),
          symbol: 'none',
          lineStyle: { color: colors.other, width: 2 },
          itemStyle: { color: colors.other },
        },
      ],
    };
  }, [style, format, interval, unit, current, previous, currentName, previousName]);
  return (
    <Chart
      option={option}
      height={height}
      label={t('chartLabel', { current: currentName, previous: previousName })}
    />
  );
}
