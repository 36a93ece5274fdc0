import type uPlot from 'uplot';
import type { Plot } from '../../../ui/chart/chart';
import type { Hint } from '../../../ui/chart/tooltip-content';
import type { ChartStyle } from '../../../ui/chart/use-chart-style';
import type { HeatMap } from './analysis.queries';

interface HeatMapTitles {
  hours: readonly string[];
  date: (day: string) => string;
  month: (day: string) => string;
  hintAt: (day: number, hour: number) => Hint;
}

const HOURS_PER_DAY = 24;
const HOUR_SPLITS = [0, 6, 12, 18];
/** Number of colours between the lowest and the highest energy. */
const COLORS = 64;
/** The axis of a longer period has months instead of dates. */
const MOST_DATES = 62;

/** Returns a chart with a column of 24 cells for each day. A cell without an energy is blank. */
export function heatMapPlot(style: ChartStyle, { days, hours }: HeatMap, titles: HeatMapTitles): Plot {
  const { colors, spaceFor, xAxis, yAxis, shared } = style;
  const indexes = days.map((_, index) => index);
  const dates = days.map(titles.date);
  const [min, max] = rangeOf(hours);
  const ramp = Array.from({ length: COLORS }, (_, step) => rampColor(colors, step / (COLORS - 1)));
  const colorOf = (energy: number) =>
    ramp[Math.round(((energy - min) / (max - min || 1)) * (COLORS - 1))] ?? colors.main;
  const months: Partial<uPlot.Axis> = {
    splits: (chart) => {
      const starts = indexes.filter((index) => days[index]?.endsWith('-01'));
      const space = spaceFor(starts.map((index) => titles.month(days[index] ?? '')))(chart);
      const step = Math.ceil((starts.length * space) / (chart.bbox.width / devicePixelRatio));
      return starts.filter((_, at) => at % step === 0);
    },
    values: (_, splits) => splits.map((index) => titles.month(days[index] ?? '')),
  };
  const singleDates: Partial<uPlot.Axis> = {
    space: spaceFor(dates),
    incrs: indexes.map((index) => index + 1),
    values: (_, splits) => splits.map((index) => dates[index] ?? ''),
  };
  return {
    data: [indexes, indexes.map(() => null)],
    options: {
      ...shared,
      scales: {
        x: { time: false, range: [-0.5, days.length - 0.5] },
        // Midnight is at the top.
        y: { range: [0, HOURS_PER_DAY], dir: -1 },
      },
      axes: [
        { ...xAxis, ...(days.length > MOST_DATES ? months : singleDates) },
        {
          ...yAxis,
          grid: { show: false },
          splits: HOUR_SPLITS,
          values: (_, splits) => splits.map((hour) => titles.hours[hour] ?? ''),
        },
      ],
      series: [{}, { points: { show: false } }],
      hooks: {
        draw: [(chart) => drawCells(chart, hours, colorOf)],
      },
    },
    hintAt: (day, y) => titles.hintAt(day, Math.min(HOURS_PER_DAY - 1, Math.max(0, Math.floor(y)))),
  };
}

/** The lowest and the highest energy. */
export function rangeOf(hours: HeatMap['hours']): [min: number, max: number] {
  const energies = hours.flat().filter((energy) => energy !== null);
  const pick = (choose: (...values: number[]) => number) =>
    energies.reduce((one, other) => choose(one, other), energies[0] ?? 0);
  return [pick(Math.min), pick(Math.max)];
}

function drawCells(chart: uPlot, hours: HeatMap['hours'], colorOf: (energy: number) => string): void {
  const { ctx } = chart;
  // Whole pixels, so that no line shows between the cells.
  const edge = (value: number, scale: 'x' | 'y') => Math.round(chart.valToPos(value, scale, true));
  const tops = Array.from({ length: HOURS_PER_DAY + 1 }, (_, hour) => edge(hour, 'y'));
  ctx.save();
  for (const [day, ofDay] of hours.entries()) {
    const left = edge(day - 0.5, 'x');
    const width = Math.max(1, edge(day + 0.5, 'x') - left);
    for (const [hour, energy] of ofDay.entries()) {
      if (energy === null) continue;
      const [top = 0, bottom = 0] = tops.slice(hour, hour + 2);
      ctx.fillStyle = colorOf(energy);
      ctx.fillRect(left, top, width, bottom - top);
    }
  }
  ctx.restore();
}

/** @param share from 0 (the lowest energy) to 1 (the highest energy) */
function rampColor({ low, main, high }: ChartStyle['colors'], share: number): string {
  return share < 0.5 ? mixed(low, main, share * 2) : mixed(main, high, share * 2 - 1);
}

/** Mixes two colours that have six digits. */
function mixed(from: string, to: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [one = 0, other = 0] = [from, to].map((color) => Number.parseInt(color.slice(at, at + 2), 16));
    return Math.round(one + (other - one) * share);
  });
  return `rgb(${channels.join(' ')})`;
}
