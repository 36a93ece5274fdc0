import { useMemo } from 'react';
import uPlot from 'uplot';
import { type Format, useFormat } from '../../format/use-format';
import { type ChartStyle, useChartStyle } from './use-chart-style';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Longer ranges have dates on the axis instead of times. */
const LONG_MS = 2 * DAY_MS;
const TIME_STEPS_MS = [1, 5, 15, 30, 60, 120, 180, 240, 360, 720].map((minutes) => minutes * MINUTE_MS);
const TIME_PARTS = { hour: '2-digit', minute: '2-digit' } as const;
const DATE_PARTS = { month: 'short', day: 'numeric' } as const;
const DATE_STEPS_MS = [1, 2, 3, 5, 7, 10, 14, 30, 60, 90, 180].map((days) => days * DAY_MS);

interface TimeAxis {
  zone: Pick<uPlot.Options, 'ms' | 'tzDate'>;
  scale: uPlot.Scale;
  axis: uPlot.Axis;
}

/** Returns a horizontal axis of times or dates in the time zone of the user. */
export function useTimeAxis(from: string, to: string): TimeAxis {
  const style = useChartStyle();
  const { part, timeZone } = useFormat();
  return useMemo(
    () => timeAxis(style, [Date.parse(from), Date.parse(to)], part, timeZone),
    [style, part, timeZone, from, to],
  );
}

function timeAxis(
  { xAxis, spaceFor }: ChartStyle,
  range: [fromMs: number, toMs: number],
  part: Format['part'],
  timeZone: string | undefined,
): TimeAxis {
  const [fromMs, toMs] = range;
  const isLong = toMs - fromMs > LONG_MS;
  const shown = isLong ? DATE_PARTS : TIME_PARTS;
  const textOf = (atMs: number) => part(new Date(atMs).toISOString(), { ...shown, timeZone });
  return {
    zone: { ms: 1, ...(timeZone && { tzDate: (atMs) => uPlot.tzDate(new Date(atMs), timeZone) }) },
    scale: { time: true, range },
    axis: {
      ...xAxis,
      // All labels have a similar width.
      space: spaceFor([textOf(toMs)]),
      incrs: isLong ? DATE_STEPS_MS : TIME_STEPS_MS,
      values: (_, splits) => splits.map(textOf),
    },
  };
}
