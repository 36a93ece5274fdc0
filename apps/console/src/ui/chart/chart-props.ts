import type { EChartsCoreOption } from 'echarts/core';

export interface ChartProps {
  option: EChartsCoreOption;
  /** In pixels. */
  height: number;
  /** The subject of the chart and its most important figures, for screen readers. */
  label: string;
  /** Called with the index of the clicked item of the series. */
  onSelect?: (index: number) => void;
}
