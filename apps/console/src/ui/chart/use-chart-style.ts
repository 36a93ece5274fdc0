import { useMemo } from 'react';
import { useComputedColorScheme } from '@mantine/core';

/** Colours and common parts of all charts in the current theme. */
export interface ChartStyle {
  colors: { main: string; other: string; text: string; line: string; surface: string; caution: string };
  grid: object;
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
};
const DARK: typeof LIGHT = {
  main: '#2ba498',
  other: '#56626b',
  text: '#a3adb5',
  line: '#30373d',
  surface: '#1d2226',
  caution: '#d9a441',
};

export function useChartStyle(): ChartStyle {
  const isDark = useComputedColorScheme('light') === 'dark';
  return useMemo(() => chartStyle(isDark ? DARK : LIGHT), [isDark]);
}

function chartStyle(colors: typeof LIGHT): ChartStyle {
  const textStyle = { color: colors.text, fontFamily: 'inherit' };
  return {
    colors,
    grid: { top: 36, right: 12, bottom: 4, left: 4, containLabel: true },
    categoryAxis: {
      type: 'category',
      axisLine: { lineStyle: { color: colors.line } },
      axisTick: { show: false },
      axisLabel: { color: colors.text, hideOverlap: true },
    },
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
