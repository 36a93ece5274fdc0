import { useMemo } from 'react';
import { useComputedColorScheme, useMantineTheme } from '@mantine/core';
import type uPlot from 'uplot';
import { useFormat } from '../../format/use-format';

/** Colours and common parts of all charts in the current theme and language. */
export interface ChartStyle {
  colors: typeof LIGHT;
  /** Fits all labels on the axis if they have at most the width of `texts`. */
  spaceFor: (texts: readonly string[]) => (chart: uPlot) => number;
  xAxis: uPlot.Axis;
  yAxis: uPlot.Axis;
  /** Options that all charts have. */
  shared: Pick<uPlot.Options, 'cursor' | 'legend' | 'padding'>;
}

const LIGHT = {
  main: '#0f766e',
  other: '#b6c2c9',
  text: '#56616b',
  line: '#e1e6e8',
  surface: '#ffffff',
  caution: '#c98a1b',
  good: '#1f8a57',
  info: '#2f74c0',
  serious: '#cf5a10',
  critical: '#c2293a',
  /** With `main` between them, the colours of the lowest and the highest value. */
  low: '#d5ebe7',
  high: '#04302c',
  /** From Monday to Sunday. */
  weekdays: ['#0f766e', '#2f74c0', '#7a4fb5', '#b0418f', '#c98a1b', '#56616b', '#c2293a'],
};
const DARK: typeof LIGHT = {
  main: '#2ba498',
  other: '#56626b',
  text: '#a3adb5',
  line: '#30373d',
  surface: '#1d2226',
  caution: '#d9a441',
  good: '#4fbf86',
  info: '#6eaeec',
  serious: '#ef8f4f',
  critical: '#f0727b',
  low: '#1d4744',
  high: '#e2fff9',
  weekdays: ['#2ba498', '#6eaeec', '#b394ea', '#e58bc9', '#d9a441', '#a3adb5', '#f0727b'],
};
const FONT_PX = 12;
const GAP_PX = 8;

export function useChartColors(): typeof LIGHT {
  return useComputedColorScheme('light') === 'dark' ? DARK : LIGHT;
}

/** Returns a transparent variant of a colour that has six digits. */
export function faint(color: string, opacity: number): string {
  return `${color}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')}`;
}

export function useChartStyle(): ChartStyle {
  const colors = useChartColors();
  const { fontFamily } = useMantineTheme();
  const { number } = useFormat();
  return useMemo(
    () => chartStyle(colors, `${FONT_PX}px ${fontFamily}`, (value) => number(value, 3)),
    [colors, fontFamily, number],
  );
}

function chartStyle(colors: typeof LIGHT, font: string, number: (value: number) => string): ChartStyle {
  const axis = { stroke: colors.text, font, gap: GAP_PX, ticks: { show: false } };
  const widthOf = ({ ctx }: uPlot, texts: readonly string[]) => {
    ctx.font = font;
    return Math.max(0, ...texts.map((text) => Math.ceil(ctx.measureText(text).width)));
  };
  return {
    colors,
    spaceFor: (texts) => (chart) => widthOf(chart, texts) + 2 * GAP_PX,
    xAxis: {
      ...axis,
      size: FONT_PX + 2 * GAP_PX,
      grid: { show: false },
      border: { show: true, stroke: colors.line, width: 1 },
    },
    yAxis: {
      ...axis,
      size: (chart, labels) => widthOf(chart, labels ?? []) + GAP_PX,
      grid: { stroke: colors.line, width: 1 },
      values: (_, values) => values.map(number),
    },
    shared: {
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
      padding: [GAP_PX, 3 * GAP_PX, 0, 0],
    },
  };
}
