import { useMemo } from 'react';
import { useFormat } from '../../format/use-format';
import { Chart } from '../../ui/chart/chart';
import { tooltipContent } from '../../ui/chart/tooltip';
import { useChartStyle } from '../../ui/chart/use-chart-style';
import { useValueText } from '../../ui/point-value';
import { useUiTexts } from '../../ui/ui.texts';
import { type History, type Interval, INTERVAL_MS, type Point, type Sample } from './points.queries';
import { usePointTexts } from './points.texts';

const DAY_MS = 86_400_000;
/** Two values are not connected if the time between them is longer than this many intervals. */
const GAP_INTERVALS = 2.5;

interface HistoryChartProps {
  point: Point;
  history: History;
  interval: Interval;
  height: number;
}

/** A line of the means with a band from the lowest to the highest values, or the steps of a switch. */
export function HistoryChart({ point, history, interval, height }: HistoryChartProps) {
  const { name, unit } = point;
  const { from, to, values } = history;
  const t = usePointTexts();
  const ui = useUiTexts();
  const style = useChartStyle();
  const format = useFormat();
  const valueText = useValueText();
  const samples = useMemo(() => withGaps(values, interval), [values, interval]);
  const isSwitch = values.some(({ value }) => typeof value === 'boolean');
  const hasBand = values.some(({ min }) => min !== undefined);
  const option = useMemo(() => {
    const { colors, grid, categoryAxis, valueAxis, tooltip } = style;
    const isLong = Date.parse(to) - Date.parse(from) > 2 * DAY_MS;
    const labelOf = (atMs: number) =>
      format.part(
        new Date(atMs).toISOString(),
        isLong ? { month: 'short', day: 'numeric' } : { hour: '2-digit', minute: '2-digit' },
      );
    const rowsOf = ({ value, min, max }: Sample) => [
      { name: t(hasBand ? 'mean' : 'value'), value: valueText(value, unit), color: colors.main },
      ...(min === undefined
        ? []
        : [
            { name: t('min'), value: valueText(min, unit) },
            { name: t('max'), value: valueText(max, unit) },
          ]),
    ];
    const band = { type: 'line', stack: 'band', stackStrategy: 'all', symbol: 'none', silent: true };
    const hidden = { ...band, lineStyle: { opacity: 0 }, tooltip: { show: false } };
    return {
      grid: { ...grid, top: unit ? 36 : 12, right: 20 },
      xAxis: {
        ...categoryAxis,
        type: 'time',
        min: from,
        max: to,
        axisLabel: { color: colors.text, hideOverlap: true, formatter: labelOf },
      },
      yAxis: isSwitch
        ? {
            ...valueAxis,
            min: 0,
            max: 1,
            interval: 1,
            axisLabel: { color: colors.text, formatter: (value: number) => ui(value === 1 ? 'on' : 'off') },
          }
        : { ...valueAxis, name: unit ?? '', scale: true },
      tooltip: {
        ...tooltip,
        formatter: ([first]: { dataIndex: number }[]) => {
          const sample = first && samples[first.dataIndex];
          return (
            sample &&
            tooltipContent(
              format.part(sample.timestamp, { dateStyle: 'medium', timeStyle: 'short' }),
              rowsOf(sample),
            )
          );
        },
      },
      series: [
        {
          type: 'line',
          name: name,
          symbol: 'none',
          z: 3,
          step: isSwitch && 'end',
          lineStyle: { color: colors.main, width: 2 },
          itemStyle: { color: colors.main },
          ...(isSwitch && { areaStyle: { color: colors.main, opacity: 0.15 } }),
          data: samples.map(({ timestamp, value }) => [timestamp, drawn(value)]),
        },
        ...(hasBand
          ? [
              { ...hidden, data: samples.map(({ timestamp, min }) => [timestamp, min ?? null]) },
              {
                ...hidden,
                areaStyle: { color: colors.main, opacity: 0.18 },
                data: samples.map(({ timestamp, min, max }) => [
                  timestamp,
                  min === undefined || max === undefined ? null : max - min,
                ]),
              },
            ]
          : []),
      ],
    };
  }, [style, format, t, ui, valueText, samples, isSwitch, hasBand, from, to, name, unit]);
  const label = isSwitch
    ? t('statesLabel', { name })
    : t('chartLabel', { name, ...extremes(values, valueText, unit) });
  return <Chart option={option} height={height} label={label} />;
}

function drawn(value: unknown): number | null {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'number' ? value : null;
}

/** Adds an empty value where values are missing, so that the line is interrupted. */
function withGaps(values: readonly Sample[], interval: Interval): Sample[] {
  // Raw values have no fixed interval. A gateway may record only changes, so a long time without values is not a gap.
  if (interval === 'raw') return [...values];
  const mostMs = GAP_INTERVALS * INTERVAL_MS[interval];
  return values.flatMap((sample, index) => {
    const before = values[index - 1];
    const isGap = before && Date.parse(sample.timestamp) - Date.parse(before.timestamp) > mostMs;
    return isGap ? [{ timestamp: before.timestamp, value: null, quality: 'bad' as const }, sample] : [sample];
  });
}

function extremes(
  values: readonly Sample[],
  valueText: (value: unknown, unit?: string | null) => string,
  unit: string | null,
): { min: string; max: string } {
  const numbers = values
    .flatMap(({ value, min, max }) => [min ?? value, max ?? value])
    .filter((one) => typeof one === 'number');
  if (numbers.length === 0) return { min: '–', max: '–' };
  const [min, max] = [Math.min, Math.max].map((pick) => numbers.reduce((one, other) => pick(one, other)));
  return { min: valueText(min, unit), max: valueText(max, unit) };
}
