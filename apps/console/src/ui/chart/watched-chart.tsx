import { useMemo } from 'react';
import type uPlot from 'uplot';
import type { HistoryValue } from '../../api/point-history';
import { useFormat } from '../../format/use-format';
import { useUiTexts } from '../ui.texts';
import { Chart, type Plot } from './chart';
import { faint, useChartStyle } from './use-chart-style';
import { useTimeAxis } from './use-time-axis';

const ALERT_OPACITY = 0.28;
const DEADBAND_OPACITY = 0.18;

interface WatchedChartProps {
  /** For screen readers. */
  label: string;
  values: readonly HistoryValue[];
  /** Undefined if it is not known, or if there is none. */
  unit?: string;
  range: { from: string; to: string };
  threshold?: number;
  deadband?: { from: number; to: number } | null;
  /** The times with an alert. Without an end, an alert lasts until the end of the range. */
  alerts: readonly { from: string; to: string | null }[];
  /** In pixels. */
  height: number;
}

/** The values that a rule watches, as a line, with the threshold, its deadband, and a span for each alert. */
export function WatchedChart({
  label,
  values,
  unit,
  range,
  threshold,
  deadband,
  alerts,
  height,
}: WatchedChartProps) {
  const t = useUiTexts();
  const style = useChartStyle();
  const format = useFormat();
  const { from, to } = range;
  const time = useTimeAxis(from, to);
  const plot = useMemo((): Plot => {
    const { colors, yAxis, shared } = style;
    const toMs = Date.parse(to);
    const text = (value: number | null) =>
      unit === undefined ? format.number(value, 3) : format.quantity(value, unit, 3);
    // The line of the threshold is as long as the axis, even if there are no values at its ends.
    const times = values.map(({ atMs }) => atMs);
    const fromMs = Math.min(Date.parse(from), times[0] ?? Infinity);
    const endMs = Math.max(toMs, times.at(-1) ?? 0);
    const fillMarks = (chart: uPlot) => {
      for (const span of alerts) {
        const ends = [Date.parse(span.from), span.to ? Date.parse(span.to) : toMs] as const;
        fillSpan(chart, 'x', ends, faint(colors.critical, ALERT_OPACITY));
      }
      if (!deadband) return;
      const ends = [deadband.from, deadband.to] as const;
      fillSpan(chart, 'y', ends, faint(colors.caution, DEADBAND_OPACITY));
    };
    return {
      legend:
        threshold === undefined
          ? undefined
          : [
              { name: t('value'), color: colors.main, series: 1 },
              { name: `${t('threshold')} ${text(threshold)}`, color: colors.caution, series: 2 },
            ],
      data: [
        [fromMs, ...times, endMs],
        [null, ...values.map(({ value }) => value), null],
        Array<number | undefined>(values.length + 2).fill(threshold),
      ],
      options: {
        ...shared,
        ...time.zone,
        scales: { x: time.scale },
        axes: [time.axis, yAxis],
        series: [
          {},
          { stroke: colors.main, width: 1.5, points: { show: false } },
          { stroke: colors.caution, width: 2, dash: [6, 4], points: { show: false } },
        ],
        hooks: { drawClear: [fillMarks] },
      },
      hintAt: (index) => {
        const shown = values[index - 1];
        return (
          shown && {
            title: format.dateTime(new Date(shown.atMs).toISOString()),
            rows: [{ name: t('value'), value: text(shown.value), color: colors.main }],
          }
        );
      },
    };
  }, [style, format, unit, t, values, from, to, time, threshold, deadband, alerts]);
  return <Chart plot={plot} height={height} label={label} />;
}

/** Fills the part of the plot between two values of an axis. */
function fillSpan(chart: uPlot, scale: 'x' | 'y', ends: readonly [number, number], color: string): void {
  const { ctx, bbox } = chart;
  const [one, other] = ends.map((value) => chart.valToPos(value, scale, true)) as [number, number];
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.fillStyle = color;
  if (scale === 'x') ctx.fillRect(one, bbox.top, other - one, bbox.height);
  else ctx.fillRect(bbox.left, one, bbox.width, other - one);
  ctx.restore();
}
