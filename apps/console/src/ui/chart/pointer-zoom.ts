import type uPlot from 'uplot';

export type AxisSpan = [from: number, to: number];

/** A finger on a chart. */
interface Finger {
  /** The horizontal value below the finger when it touched the chart. */
  value: number;
  /** The place of the finger between the left end of the chart (0) and the right one (1). */
  place: number;
}

/** Two fingers that are closer together, as a share of the width, only move the axis. */
const LEAST_APART = 0.05;

/**
 * Returns the span of the axis in which each value is still below its finger. One finger keeps the length. Fingers without
 * a place are ignored, because a chart that was replaced below them has no width.
 */
export function spanUnder(fingers: readonly Finger[], [from, to]: AxisSpan): AxisSpan {
  const [one, other] = fingers.filter(({ value, place }) => Number.isFinite(value) && Number.isFinite(place));
  if (!one) return [from, to];
  const apart = other ? other.place - one.place : 0;
  const stretched = other && Math.abs(apart) > LEAST_APART ? (other.value - one.value) / apart : 0;
  const length = stretched > 0 ? stretched : to - from;
  const start = one.value - one.place * length;
  return [start, start + length];
}

/**
 * Lets fingers move and stretch the horizontal axis of a chart, and the mouse move it. The page still scrolls up and down
 * below a finger.
 */
export class PointerZoom {
  private span: AxisSpan | null = null;
  private fingers = new Map<number, number>();
  private stopChoosing: (() => void) | null = null;

  /** @param onZoom called with the new span when the last finger has left the chart, or the mouse button was released */
  constructor(private readonly onZoom: (from: number, to: number) => void) {}

  /** The scale with the span of the fingers, as long as there are any. */
  scaled(scale: uPlot.Scale): uPlot.Scale {
    const { range } = scale;
    if (!Array.isArray(range)) return scale;
    return { ...scale, range: () => this.span ?? range };
  }

  follow(chart: uPlot): void {
    const { over } = chart;
    over.style.touchAction = 'pan-y';
    const hold = ({ touches }: TouchEvent) => {
      this.fingers = new Map([...touches].map((touch) => [touch.identifier, valueUnder(chart, touch)]));
    };
    over.addEventListener('touchstart', hold, { passive: true });
    over.addEventListener(
      'touchmove',
      ({ touches }) => {
        const valueOf = ({ identifier }: Touch) => this.fingers.get(identifier) ?? Number.NaN;
        this.move(
          chart,
          [...touches].map((touch) => ({ value: valueOf(touch), place: placeOf(chart, touch) })),
        );
      },
      { passive: true },
    );
    over.addEventListener('touchend', (event) => {
      if (event.touches.length > 0) hold(event);
      else this.end();
    });
    over.addEventListener('touchcancel', () => this.end());
  }

  /** With Shift, the main button of the mouse moves the axis. Without it, `select` begins to choose a part. */
  readonly pressed: uPlot.Cursor.MouseListenerFactory = (chart, target, select) => (event) => {
    if (event.button !== 0 || event.target !== target) return null;
    if (event.shiftKey) this.grab(chart, event);
    else select(event);
    return null;
  };

  /** Keeps what `drop` has to remove: a destroyed uPlot would choose its part again whenever the button is released. */
  readonly released: uPlot.Cursor.MouseListenerFactory = (_chart, target, choose) => {
    const listener = (event: MouseEvent) => {
      if (event.button === 0) choose(event);
      return null;
    };
    this.stopChoosing = () => target.removeEventListener('mouseup', listener);
    return listener;
  };

  /** Ends the choice of a part of a chart that is replaced meanwhile. */
  drop(): void {
    this.stopChoosing?.();
  }

  private grab(chart: uPlot, pressed: MouseEvent): void {
    const value = valueUnder(chart, pressed);
    const held = new AbortController();
    const { signal } = held;
    const drop = () => {
      held.abort();
      this.end();
    };
    const move = (moved: MouseEvent) => {
      // The button may be released where no event reports it.
      if (moved.buttons === 0) drop();
      else this.move(chart, [{ value, place: placeOf(chart, moved) }]);
    };
    document.addEventListener('mousemove', move, { signal });
    document.addEventListener('mouseup', drop, { signal });
  }

  private move(chart: uPlot, fingers: readonly Finger[]): void {
    this.span = spanUnder(fingers, shownSpan(chart));
    const [min, max] = this.span;
    chart.setScale('x', { min, max });
  }

  private end(): void {
    const { span } = this;
    this.span = null;
    if (span) this.onZoom(...span);
  }
}

function shownSpan({ scales: { x } }: uPlot): AxisSpan {
  return [x?.min ?? 0, x?.max ?? 1];
}

function placeOf({ over }: uPlot, { clientX }: { clientX: number }): number {
  const { left, width } = over.getBoundingClientRect();
  return (clientX - left) / width;
}

function valueUnder(chart: uPlot, pointer: { clientX: number }): number {
  const [from, to] = shownSpan(chart);
  return from + placeOf(chart, pointer) * (to - from);
}
