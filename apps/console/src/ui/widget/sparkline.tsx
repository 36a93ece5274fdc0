import { useTrend } from '../trend/use-trend';
import classes from './widget-content.module.css';

const WIDTH = 100;
const HEIGHT = 30;

/** The course of a point over the last day, as a line without axes. The value beside it says the rest. */
export function Sparkline({ code }: { code: string }) {
  const { query } = useTrend({ series: [code], range: '1d' });
  const samples = query.data?.lines[0]?.samples ?? [];
  const values = samples.flatMap(({ value }) => (value === null ? [] : [value]));
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || values.length < 2) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (ms: number) => ((ms - first.atMs) / Math.max(1, last.atMs - first.atMs)) * WIDTH;
  const y = (value: number) => HEIGHT - 1 - ((value - low) / (high - low || 1)) * (HEIGHT - 2);
  const points = samples.flatMap(({ atMs, value }) =>
    value === null ? [] : [`${x(atMs).toFixed(1)},${y(value).toFixed(1)}`],
  );
  return (
    <svg
      className={classes.sparkline}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="var(--mantine-primary-color-filled)"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
