import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../format/use-format';
import { Chart, type Plot } from '../../../ui/chart/chart';
import { fromZero } from '../../../ui/chart/comparison-plot';
import { useChartStyle } from '../../../ui/chart/use-chart-style';
import { QueryState } from '../../../ui/query-state';
import { EmptyState } from '../../../ui/states';
import { powerUnitOf } from '../energy.queries';
import { useChartHeight, ViewPanel } from '../view-panel';
import { type SiteChoice, type TypicalDay, typicalDaysQuery } from './analysis.queries';
import { useAnalysisTexts } from './analysis.texts';
import { HourTable } from './hour-table';
import { useProfileTitles } from './profile-titles';

const HEIGHT = 320;
const SATURDAY = 6;

/** The mean power in each hour of the weekdays. */
export function TypicalDaysPanel({ choice }: { choice: SiteChoice }) {
  const t = useAnalysisTexts();
  const { weekdays } = useProfileTitles();
  const unit = powerUnitOf(choice);
  const query = useQuery(typicalDaysQuery(choice));
  return (
    <ViewPanel title={t('typicalDays')}>
      {(view) => (
        <QueryState query={query} height={HEIGHT}>
          {(days) => {
            if (days.every(({ hours }) => hours.every((power) => power === null)))
              return <EmptyState title={t('nothing')} />;
            return view === 'chart' ? (
              <TypicalDaysChart days={days} unit={unit} />
            ) : (
              <HourTable
                label={t('typicalDays')}
                unit={unit}
                days={days.map(({ weekday, hours }) => ({ title: weekdays[weekday - 1] ?? '', hours }))}
              />
            );
          }}
        </QueryState>
      )}
    </ViewPanel>
  );
}

function TypicalDaysChart({ days, unit }: { days: readonly TypicalDay[]; unit: string }) {
  const t = useAnalysisTexts();
  const style = useChartStyle();
  const { quantity } = useFormat();
  const { hours: hourTitles, weekdays } = useProfileTitles();
  const plot = useMemo((): Plot => {
    const { colors, spaceFor, xAxis, yAxis, shared } = style;
    const lines = days.map(({ weekday, hours }) => ({
      name: weekdays[weekday - 1] ?? '',
      color: colors.weekdays[weekday - 1] ?? colors.main,
      dash: weekday >= SATURDAY ? [6, 4] : undefined,
      hours,
    }));
    return {
      unit,
      legend: lines.map(({ name, color }, index) => ({ name, color, series: index + 1 })),
      data: [[...hourTitles.keys()], ...lines.map(({ hours }) => hours)],
      options: {
        ...shared,
        scales: { x: { time: false, range: [0, hourTitles.length - 1] }, y: { range: fromZero } },
        axes: [
          {
            ...xAxis,
            space: spaceFor(hourTitles),
            incrs: [1, 2, 3, 6, 12],
            values: (_, splits) => splits.map((hour) => hourTitles[hour] ?? ''),
          },
          yAxis,
        ],
        series: [
          {},
          ...lines.map(({ color, dash }) => ({ stroke: color, dash, width: 2, points: { show: false } })),
        ],
      },
      hintAt: (hour) => ({
        title: hourTitles[hour] ?? '',
        rows: lines.map(({ name, color, hours }) => ({ name, color, value: quantity(hours[hour], unit) })),
      }),
    };
  }, [style, days, unit, quantity, hourTitles, weekdays]);
  return <Chart plot={plot} height={useChartHeight(HEIGHT)} label={t('typicalDaysLabel')} />;
}
