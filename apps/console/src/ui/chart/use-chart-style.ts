import { useMemo } from 'react';
import { useComputedColorScheme } from '@mantine/core';

/** Colours and common parts of all charts in the current theme. */
export interface ChartStyle {
  colors: typeof LIGHT;
  grid: object;
  axisLabel: object;
  timeAxis: object;
  categoryAxis: object;
  valueAxis: object;
  tooltip: object;
  legend: object;
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
};

export function useChartStyle(): ChartStyle {
  const isDark = useComputedColorScheme('light') === 'dark';
  return useMemo(() => chartStyle(isDark ? DARK : LIGHT), [isDark]);
}

function chartStyle(colors: typeof LIGHT): ChartStyle {
  const textStyle = { color: colors.text, fontFamily: 'inherit' };
  const axisLabel = { color: colors.text, hideOverlap: true };
  const plainAxis = { axisLine: { lineStyle: { color: colors.line } }, axisTick: { show: false }, axisLabel };
  return {
    colors,
    axisLabel,
    grid: { top: 36, right: 12, bottom: 4, left: 4, containLabel: true },
    timeAxis: { type: 'time', ...plainAxis, splitLine: { show: false } },
    categoryAxis: { type: 'category', ...plainAxis },
    valueAxis: {
      type: 'value',
      axisLabel: { color: colors.text },
      splitLine: { lineStyle: { color: colors.line } },
      nameTextStyle: { color: colors.text, align: 'left' },
    },
    tooltip: {
      trigger: 'axis',
      backgroundColor: colors.surface,
      borderColor: colors.line,
      padding: 10,
      textStyle: { color: colors.text, fontSize: 13 },
    },
    legend: { top: 0, right: 0, icon: 'roundRect', itemWidth: 12, itemHeight: 8, textStyle },
  };
}
