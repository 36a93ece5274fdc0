import { useMemo } from 'react';
import uPlot from 'uplot';
import { useFormat } from '../../format/use-format';
import { Chart, type Plot } from '../chart/chart';
import { useChartStyle } from '../chart/use-chart-style';
import { useTimeAxis } from '../chart/use-time-axis';
import { useUiTexts } from '../ui.texts';
import { aligned, valueAt } from './trend-data';
import type { Trend } from './trend.queries';
import type { LineTitle } from './use-trend';
import { useTrendTexts } from './trend.texts';

/** The lines of an earlier period, and those that share a colour with another line. */
const EARLIER_DASH = [2, 4];
const REPEATED_DASH = [10, 4];

interface TrendChartProps {
  trend: Trend;
  /** One per line. */
  titles: readonly LineTitle[];
  /** In pixels. By default, the chart fills its surroundings. */
  height?: number;
  onZoom?: (fromMs: number, toMs: number) => void;
}

/** The lines of points and areas over time, with a mark at each alert and note. The first two units have an axis each. */
export function TrendChart({ trend, titles, height, onZoom }: TrendChartProps) {
  const t = useTrendTexts();
  const style = useChartStyle();
  const ui = useUiTexts();
  const { dateTime, quantity } = useFormat();
  const instants = { from: new Date(trend.fromMs).toISOString(), to: new Date(trend.toMs).toISOString() };
  const time = useTimeAxis(instants.from, instants.to);
  const plot = useMemo((): Plot => {
    const textOf = (value: number | null, unit: string, hasStates?: boolean) =>
      hasStates && value !== null ? ui(value === 1 ? 'on' : 'off') : quantity(value, unit, 2);
    const { colors, yAxis, shared } = style;
    const data = aligned(trend.lines);
    const units = [...new Set(titles.map(({ unit }) => unit))];
    const scaleOf = (unit: string) => (unit === units[0] ? 'y' : `y${units.indexOf(unit)}`);
    const own = new Set(trend.lines.map(({ series }) => series));
    const colorOf = (series: string) => colors.weekdays[[...own].indexOf(series) % colors.weekdays.length];
    const isRepeated = (series: string) => [...own].indexOf(series) >= colors.weekdays.length;
    const secondUnit = units[1];
    return {
      unit: units[0],
      legend: trend.lines.map(({ series }, index) => ({
        name: titles[index]?.name ?? series,
        color: colorOf(series) ?? colors.main,
        series: index + 1,
      })),
      data: [data.timesMs, ...data.values] as uPlot.AlignedData,
      options: {
        ...shared,
        ...time.zone,
        scales: { x: time.scale, ...Object.fromEntries(units.map((unit) => [scaleOf(unit), {}])) },
        axes: [
          time.axis,
          yAxis,
          ...(secondUnit === undefined
            ? []
            : [
                {
                  ...yAxis,
                  scale: scaleOf(secondUnit),
                  side: 1 as const,
                  grid: { show: false },
                  label: secondUnit,
                },
              ]),
        ],
        series: [
          {},
          ...trend.lines.map(({ series, isEarlier, hasStates }, index) => ({
            scale: scaleOf(titles[index]?.unit ?? ''),
            stroke: colorOf(series),
            width: isEarlier ? 1.25 : 2,
            dash: isEarlier ? EARLIER_DASH : isRepeated(series) ? REPEATED_DASH : undefined,
            points: { show: false },
            ...(hasStates && { paths: uPlot.paths.stepped?.({ align: 1 }) }),
          })),
        ],
        hooks: {
          draw: [
            (chart) => {
              const [alerts, notes] = [
                trend.alerts.map(({ raisedAt }) => raisedAt),
                trend.notes.map(({ at }) => at),
              ];
              drawMarks(chart, alerts, colors.critical);
              drawMarks(chart, notes, colors.info);
            },
          ],
        },
      },
      hintAt: (index) => {
        const atMs = data.timesMs[index];
        if (atMs === undefined) return undefined;
        return {
          title: dateTime(new Date(atMs).toISOString()),
          rows: trend.lines.map(({ series, hasStates }, line) => ({
            name: titles[line]?.name ?? series,
            value: textOf(valueAt(data.values[line] ?? [], index), titles[line]?.unit ?? '', hasStates),
            color: colorOf(series),
          })),
        };
      },
    };
  }, [style, trend, titles, time, dateTime, quantity, ui]);
  const names = titles.map(({ name }) => name).join(', ');
  const label = t('chartLabel', { names, from: dateTime(instants.from), to: dateTime(instants.to) });
  return <Chart plot={plot} height={height} label={label} onZoom={onZoom} />;
}

/** Draws a vertical line at each time. */
function drawMarks(chart: uPlot, instants: readonly string[], color: string): void {
  const { ctx, bbox } = chart;
  ctx.save();
  ctx.strokeStyle = color;
  ctx.setLineDash([4, 4]);
  for (const instant of instants) {
    const x = Math.round(chart.valToPos(Date.parse(instant), 'x', true));
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}
