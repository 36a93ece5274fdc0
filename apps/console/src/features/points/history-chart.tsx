import { useMemo } from 'react';
import uPlot from 'uplot';
import { useFormat } from '../../format/use-format';
import { Chart, type Plot } from '../../ui/chart/chart';
import { faint, useChartStyle } from '../../ui/chart/use-chart-style';
import { useTimeAxis } from '../../ui/chart/use-time-axis';
import { useValueText } from '../../ui/point-value';
import { useUiTexts } from '../../ui/ui.texts';
import { type History, type Interval, INTERVAL_MS, type Point, type Sample } from './points.queries';
import { usePointTexts } from './points.texts';

/** Two values are not connected if the time between them is longer than this many intervals. */
const GAP_INTERVALS = 2.5;
const AREA_OPACITY = 0.15;
const BAND_OPACITY = 0.18;

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
  const time = useTimeAxis(from, to);
  const plot = useMemo((): Plot => {
    const { colors, yAxis, shared } = style;
    const line: uPlot.Series = { stroke: colors.main, width: 2, points: { show: false } };
    const edge: uPlot.Series = { points: { show: false } };
    const steps: uPlot.Series = {
      ...line,
      fill: faint(colors.main, AREA_OPACITY),
      paths: uPlot.paths.stepped?.({ align: 1 }),
    };
    const rowsOf = ({ value, min, max }: Sample) => [
      { name: t(hasBand ? 'mean' : 'value'), value: valueText(value, unit), color: colors.main },
      ...(min === undefined
        ? []
        : [
            { name: t('min'), value: valueText(min, unit) },
            { name: t('max'), value: valueText(max, unit) },
          ]),
    ];
    return {
      unit: unit ?? undefined,
      data: [
        samples.map(({ timestamp }) => Date.parse(timestamp)),
        ...(hasBand ? [samples.map(({ max }) => max ?? null), samples.map(({ min }) => min ?? null)] : []),
        samples.map(({ value }) => drawn(value)),
      ],
      options: {
        ...shared,
        ...time.zone,
        scales: { x: time.scale, ...(isSwitch && { y: { range: [0, 1] } }) },
        axes: [
          time.axis,
          isSwitch
            ? {
                ...yAxis,
                splits: [0, 1],
                values: (_, values) => values.map((value) => ui(value === 1 ? 'on' : 'off')),
              }
            : yAxis,
        ],
        series: [{}, ...(hasBand ? [edge, edge] : []), isSwitch ? steps : line],
        bands: hasBand ? [{ series: [1, 2], fill: faint(colors.main, BAND_OPACITY) }] : [],
      },
      hintAt: (index) => {
        const sample = samples[index];
        return sample && { title: format.dateTime(sample.timestamp), rows: rowsOf(sample) };
      },
    };
  }, [style, format, t, ui, valueText, samples, isSwitch, hasBand, unit, time]);
  const label = isSwitch
    ? t('statesLabel', { name })
    : t('chartLabel', { name, ...extremes(values, valueText, unit) });
  return <Chart plot={plot} height={height} label={label} />;
}

function drawn(value: unknown): number | null {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'number' ? value : null;
}

/** Adds an empty value where values are missing, so that the line is interrupted. */
function withGaps(values: readonly Sample[], interval: Interval): Sample[] {
  // Raw values have no fixed interval. A gateway may record only changes, so a long time without values is not a gap.
  if (interval === 'raw') return [...values];
  const intervalMs = INTERVAL_MS[interval];
  return values.flatMap((sample, index) => {
    const beforeMs = Date.parse(values[index - 1]?.timestamp ?? sample.timestamp);
    if (Date.parse(sample.timestamp) - beforeMs <= GAP_INTERVALS * intervalMs) return [sample];
    const timestamp = new Date(beforeMs + intervalMs).toISOString();
    return [{ timestamp, value: null, quality: 'bad' as const }, sample];
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
