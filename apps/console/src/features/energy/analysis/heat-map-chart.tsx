import { useMemo } from 'react';
import { Group } from '@mantine/core';
import { useFormat } from '../../../format/use-format';
import { Chart } from '../../../ui/chart/chart';
import { useChartStyle } from '../../../ui/chart/use-chart-style';
import type { HeatMap } from './analysis.queries';
import { useAnalysisTexts } from './analysis.texts';
import classes from './heat-map-chart.module.css';
import { heatMapPlot, rangeOf } from './heat-map-plot';
import { useProfileTitles } from './profile-titles';

interface HeatMapChartProps {
  heatMap: HeatMap;
  unit: string;
  /** In pixels. By default, the chart fills its surroundings. */
  height?: number;
}

/** A column for each day with its 24 hours from top to bottom. The darker, or on a dark page brighter, the more energy. */
export function HeatMapChart({ heatMap, unit, height }: HeatMapChartProps) {
  const t = useAnalysisTexts();
  const style = useChartStyle();
  const { quantity } = useFormat();
  const titles = useProfileTitles();
  const { days, hours } = heatMap;
  const plot = useMemo(
    () =>
      heatMapPlot(style, heatMap, {
        ...titles,
        hintAt: (day, hour) => ({
          title: `${titles.date(days[day] ?? '')}, ${titles.hours[hour] ?? ''}`,
          rows: [{ name: t('energy'), value: quantity(hours[day]?.[hour], unit, 2) }],
        }),
      }),
    [style, heatMap, titles, days, hours, quantity, t, unit],
  );
  const [lowest, highest] = rangeOf(hours);
  const min = quantity(lowest, unit);
  const max = quantity(highest, unit);
  const { low, main, high } = style.colors;
  const from = titles.date(days[0] ?? '');
  const last = titles.date(days.at(-1) ?? '');
  return (
    <>
      <Chart plot={plot} height={height} label={t('heatMapLabel', { from, last, min, max })} />
      <Group gap="md" mt="xs" className={classes.scale}>
        <Group gap="xs" wrap="nowrap">
          <span className={classes.end}>{min}</span>
          <span
            className={classes.ramp}
            style={{ background: `linear-gradient(to right, ${low}, ${main}, ${high})` }}
          />
          <span className={classes.end}>{max}</span>
        </Group>
        <span>{t('blank')}</span>
      </Group>
    </>
  );
}
