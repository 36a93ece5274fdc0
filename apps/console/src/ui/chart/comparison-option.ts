import type { EChartsCoreOption } from 'echarts/core';
import { tooltipContent, type TooltipRow } from './tooltip';
import type { ChartStyle } from './use-chart-style';

interface Comparison {
  /** The titles of the buckets. */
  titles: readonly string[];
  unit: string;
  current: { name: string; data: readonly unknown[] };
  previous: { name: string; data: readonly (number | null)[] };
  /** The rows of the tooltip of a bucket. */
  rowsAt: (index: number) => readonly TooltipRow[];
}

/** Returns the option of a chart with bars of a period, and a line of the previous period. */
export function comparisonOption(style: ChartStyle, comparison: Comparison): EChartsCoreOption {
  const { colors, grid, categoryAxis, valueAxis, tooltip, legend } = style;
  const { titles, unit, current, previous, rowsAt } = comparison;
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
        ...current,
        type: 'bar',
        barMaxWidth: 32,
        itemStyle: { color: colors.main, borderRadius: [3, 3, 0, 0] },
      },
      {
        ...previous,
        type: 'line',
        symbol: 'none',
        lineStyle: { color: colors.other, width: 2 },
        itemStyle: { color: colors.other },
      },
    ],
  };
}
