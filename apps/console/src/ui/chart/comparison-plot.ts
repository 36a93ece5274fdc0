import uPlot from 'uplot';
import type { Plot } from './chart';
import type { HintRow } from './tooltip-content';
import type { ChartStyle } from './use-chart-style';

interface Comparison {
  /** The titles of the buckets. */
  titles: readonly string[];
  unit: string;
  current: { name: string; values: readonly (number | null)[] };
  previous?: { name: string; values: readonly (number | null)[] };
  /** The bars of these buckets are hatched. */
  isUncertain?: readonly boolean[];
  /** The rows of the tooltip of a bucket. */
  rowsAt: (index: number) => readonly HintRow[];
}

/** The distance of the lines of a hatched bar, in pixels. */
const HATCH_PX = 6;
/** Bars take this share of the width of a bucket, but at most so many pixels. */
const BAR_SIZE: [share: number, mostPx: number] = [0.7, 32];
/** The radius of the corners, as a share of the width of a bar. */
const BAR_RADIUS = 0.1;

/** Returns a chart with bars of a period, and a line of the previous period if there is one. */
export function comparisonPlot(style: ChartStyle, comparison: Comparison): Plot {
  const { colors, yAxis, shared } = style;
  const { titles, unit, current, previous, isUncertain, rowsAt } = comparison;
  const indexes = titles.map((_, index) => index);
  const { scale, axis } = bucketAxis(style, titles);
  const fills = (chart: uPlot) => {
    const hatched = hatching(chart, colors.main, colors.surface);
    return indexes.map((index) => (isUncertain?.[index] ? hatched : colors.main));
  };
  return {
    unit,
    legend: previous && [
      { name: current.name, color: colors.main, series: 1 },
      { name: previous.name, color: colors.other, series: 2 },
    ],
    data: [
      indexes,
      valuesFor(indexes, current.values),
      ...(previous ? [valuesFor(indexes, previous.values)] : []),
    ],
    options: {
      ...shared,
      scales: { x: scale, y: { range: fromZero } },
      axes: [axis, yAxis],
      series: [
        {},
        {
          width: 0,
          points: { show: false },
          paths: uPlot.paths.bars?.({
            size: BAR_SIZE,
            radius: BAR_RADIUS,
            disp: { fill: { unit: 3, values: fills as () => string[] } },
          }),
        },
        ...(previous ? [{ stroke: colors.other, width: 2, points: { show: false } }] : []),
      ],
    },
    hintAt: (index) => ({ title: titles[index] ?? '', rows: rowsAt(index) }),
  };
}

/** Returns a horizontal axis of buckets with these titles. The values of a bucket have its index. */
export function bucketAxis(
  { xAxis, spaceFor }: ChartStyle,
  titles: readonly string[],
): { scale: uPlot.Scale; axis: uPlot.Axis } {
  return {
    scale: { time: false, range: [-0.5, titles.length - 0.5] },
    axis: {
      ...xAxis,
      space: spaceFor(titles),
      incrs: titles.map((_, index) => index + 1),
      values: (_, splits) => splits.map((index) => titles[index] ?? ''),
    },
  };
}

function valuesFor(indexes: readonly number[], values: readonly (number | null)[]): (number | null)[] {
  return indexes.map((index) => values[index] ?? null);
}

/** Returns a range of the vertical axis that contains zero. */
export function fromZero(_: uPlot, min: number | null, max: number | null): uPlot.Range.MinMax {
  if (min === null || max === null) return [0, 1];
  return uPlot.rangeNum(Math.min(0, min), Math.max(0, max), 0.1, true);
}

/** Returns a fill of diagonal lines in the colour of the surface. */
function hatching({ ctx }: uPlot, color: string, surface: string): CanvasPattern | string {
  const tile = document.createElement('canvas');
  const side = Math.round(HATCH_PX * devicePixelRatio);
  tile.width = side;
  tile.height = side;
  const drawn = tile.getContext('2d');
  if (!drawn) return color;
  drawn.fillStyle = color;
  drawn.globalAlpha = 0.75;
  drawn.fillRect(0, 0, side, side);
  drawn.globalAlpha = 1;
  drawn.strokeStyle = surface;
  drawn.lineWidth = side / 4;
  // The parts of neighbouring tiles complete the corners.
  for (const shift of [-side, 0, side]) {
    drawn.moveTo(shift - side, 2 * side);
    drawn.lineTo(shift + 2 * side, -side);
  }
  drawn.stroke();
  return ctx.createPattern(tile, 'repeat') ?? color;
}
