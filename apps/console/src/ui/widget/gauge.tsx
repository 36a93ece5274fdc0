import classes from './gauge.module.css';

/** A half circle. */
const ARC = 'M 20 100 A 80 80 0 0 1 180 100';
/** A longer text is smaller, so that it fits into the arc. */
const TEXT_WIDTH = 200;
const MOST_TEXT_HEIGHT = 30;

interface GaugeProps {
  label: string;
  /** The value with its unit. */
  text: string;
  /** The value between both ends, from 0 to 1. */
  share: number;
  ends: readonly [min: string, max: string];
}

/** A value between two ends, as large as its surroundings. */
export function Gauge({ label, text, share, ends: [min, max] }: GaugeProps) {
  const filled = Math.min(1, Math.max(0, share));
  return (
    <figure className={classes.gauge} aria-label={label}>
      <svg viewBox="0 10 200 112" className={classes.picture}>
        <path d={ARC} className={classes.arc} />
        <path d={ARC} className={classes.filled} pathLength={1} strokeDasharray={`${filled} 1`} />
        <text x={100} y={98} fontSize={Math.min(MOST_TEXT_HEIGHT, TEXT_WIDTH / text.length)}>
          {text}
        </text>
        <text x={20} y={118} className={classes.end}>
          {min}
        </text>
        <text x={180} y={118} className={classes.end}>
          {max}
        </text>
      </svg>
    </figure>
  );
}
