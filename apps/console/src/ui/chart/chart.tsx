import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Tooltip } from '@mantine/core';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import classes from './chart.module.css';
import { type LegendEntry, Legend } from './legend';
import { type Hint, TooltipContent } from './tooltip-content';
import { PointerZoom } from './pointer-zoom';

/** The content of a chart. Memoize it, because each new object draws the chart again. */
export interface Plot {
  options: Omit<uPlot.Options, 'width' | 'height'>;
  data: uPlot.AlignedData;
  /** Shown above the vertical axis. */
  unit?: string;
  legend?: readonly LegendEntry[];
  /** The tooltip of the values with this index. `y` is the position of the pointer on the vertical axis. */
  hintAt: (index: number, y: number) => Hint | undefined;
}

interface ChartProps {
  plot: Plot;
  /** In pixels. By default, the chart fills the height of a column of flexible boxes. */
  height?: number;
  /** The subject of the chart and its most important figures, for screen readers. */
  label: string;
  /** Called with the index of the clicked values. */
  onSelect?: (index: number) => void;
  /**
   * Called with the horizontal positions between which a person has dragged, or to which fingers, or the mouse with Shift,
   * have moved the axis.
   */
  onZoom?: (from: number, to: number) => void;
}

/** A shorter drag is a click. */
const LEAST_DRAG_PX = 5;

/** A chart that fills the width of its surroundings. */
export function Chart({ plot, height, label, onSelect, onZoom }: ChartProps) {
  const { options, data, unit, legend, hintAt } = plot;
  const element = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState<number | null>();
  const [y, setY] = useState(0);
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const select = useEffectEvent((selected: number) => onSelect?.(selected));
  const zoom = useEffectEvent((from: number, to: number) => onZoom?.(from, to));
  const canZoom = onZoom !== undefined;
  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const size = () => ({ width: current.clientWidth, height: current.clientHeight });
    const series = options.series.map((one, at) => ({ ...one, show: !hidden.has(at) }));
    const setCursor = (moved: uPlot) => {
      setIndex(moved.cursor.idx);
      setY(moved.posToVal(moved.cursor.top ?? 0, 'y'));
    };
    const setSelect = (dragged: uPlot) => {
      const { left, width } = dragged.select;
      if (width >= LEAST_DRAG_PX) zoom(dragged.posToVal(left, 'x'), dragged.posToVal(left + width, 'x'));
    };
    const hooks = { ...options.hooks, setCursor: [setCursor], setSelect: [setSelect] };
    const drag = { x: canZoom, y: false, setScale: false };
    const pointer = canZoom ? new PointerZoom((from, to) => zoom(from, to)) : null;
    const bind = pointer && { mousedown: pointer.pressed, mouseup: pointer.released };
    const cursor = { ...options.cursor, drag, ...(bind && { bind }) };
    const scales = pointer
      ? { ...options.scales, x: pointer.scaled(options.scales?.x ?? {}) }
      : options.scales;
    const chart = new uPlot({ ...options, ...size(), series, hooks, cursor, scales }, data, current);
    pointer?.follow(chart);
    // A chart that was just drawn again has no cursor before the pointer moves, so the click itself has the position.
    chart.over.addEventListener('click', ({ clientX }) => {
      const { left } = chart.over.getBoundingClientRect();
      if (data[0].length > 0) select(chart.posToIdx(clientX - left));
    });
    const observer = new ResizeObserver(() => chart.setSize(size()));
    observer.observe(current);
    return () => {
      observer.disconnect();
      pointer?.drop();
      chart.destroy();
    };
  }, [options, data, hidden, canZoom]);
  const hint = typeof index === 'number' ? hintAt(index, y) : undefined;
  return (
    <figure aria-label={label} className={classes.chart} data-fills={height === undefined} style={{ height }}>
      {(unit || legend) && (
        <div className={classes.head}>
          <span>{unit}</span>
          {legend && <Legend entries={legend} hidden={hidden} onChange={setHidden} />}
        </div>
      )}
      <Tooltip.Floating
        disabled={!hint}
        label={hint && <TooltipContent {...hint} />}
        classNames={{ tooltip: classes.tooltip }}
      >
        <div ref={element} className={classes.plot} data-selectable={onSelect !== undefined} />
      </Tooltip.Floating>
    </figure>
  );
}
