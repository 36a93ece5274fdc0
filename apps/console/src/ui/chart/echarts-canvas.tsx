import { useEffect, useEffectEvent, useRef } from 'react';
import { BarChart, LineChart } from 'echarts/charts';
import {
  AriaComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
} from 'echarts/components';
import { type EChartsType, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import type { ChartProps } from './chart-props';

use([
  AriaComponent,
  BarChart,
  CanvasRenderer,
  GridComponent,
  LegendComponent,
  LineChart,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
]);

/** Draws the option. Draws again if the option or the size changes. */
export default function EchartsCanvas({ option, height, label, onSelect }: ChartProps) {
  const element = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(null);
  const select = useEffectEvent((index: number) => onSelect?.(index));
  useEffect(() => {
    if (!element.current) return undefined;
    const created = init(element.current);
    chart.current = created;
    created.on('click', ({ dataIndex }) => select(dataIndex));
    const observer = new ResizeObserver(() => created.resize());
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      created.dispose();
    };
  }, []);
  useEffect(() => chart.current?.setOption(option, { notMerge: true }), [option]);
  return (
    <figure aria-label={label} style={{ margin: 0 }}>
      <div ref={element} style={{ height }} />
    </figure>
  );
}
