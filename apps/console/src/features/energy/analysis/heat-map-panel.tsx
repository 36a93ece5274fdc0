import { useState } from 'react';
import { Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../format/use-format';
import { QueryState } from '../../../ui/query-state';
import { EmptyState } from '../../../ui/states';
import { energyUnitOf } from '../energy.queries';
import { useChartHeight, ViewPanel } from '../view-panel';
import { type HeatMap, heatMapQuery, type SiteChoice } from './analysis.queries';
import { useAnalysisTexts } from './analysis.texts';
import { HeatMapChart } from './heat-map-chart';
import { HourTable } from './hour-table';
import { useProfileTitles } from './profile-titles';

const HEIGHT = 360;
/** The table shows so many days at a time. */
const DAYS_AT_ONCE = 7;

/** The energy of each hour of the period. */
export function HeatMapPanel({ choice }: { choice: SiteChoice }) {
  const t = useAnalysisTexts();
  const { share } = useFormat();
  const unit = energyUnitOf(choice);
  const query = useQuery(heatMapQuery(choice));
  const height = useChartHeight(HEIGHT);
  return (
    <ViewPanel title={t('heatMap')}>
      {(view) => (
        <QueryState query={query} height={HEIGHT}>
          {(heatMap) => {
            const complete = completeShareOf(heatMap);
            if (complete === 0) return <EmptyState title={t('nothing')} />;
            return (
              <>
                {view === 'chart' ? (
                  <HeatMapChart heatMap={heatMap} unit={unit} height={height} />
                ) : (
                  <HeatMapTable
                    key={`${heatMap.days[0]} ${heatMap.days.length}`}
                    heatMap={heatMap}
                    unit={unit}
                  />
                )}
                <Text size="xs" c="dimmed" mt="xs">
                  {t('complete', { share: share(complete) })}
                </Text>
              </>
            );
          }}
        </QueryState>
      )}
    </ViewPanel>
  );
}

function HeatMapTable({ heatMap: { days, hours }, unit }: { heatMap: HeatMap; unit: string }) {
  const t = useAnalysisTexts();
  const { date } = useProfileTitles();
  const starts = days.flatMap((_, index) => (index % DAYS_AT_ONCE === 0 ? [index] : []));
  const [chosen, setChosen] = useState(starts.at(-1) ?? 0);
  const lastOf = (start: number) => days[Math.min(start + DAYS_AT_ONCE, days.length) - 1] ?? '';
  const shown = days.slice(chosen, chosen + DAYS_AT_ONCE);
  return (
    <Stack gap="xs">
      <Group>
        <Select
          aria-label={t('days')}
          data={starts.map((start) => ({
            value: String(start),
            label: t('daysFrom', { from: date(days[start] ?? ''), last: date(lastOf(start)) }),
          }))}
          value={String(chosen)}
          onChange={(start) => setChosen(Number(start))}
        />
      </Group>
      <HourTable
        label={t('heatMap')}
        unit={unit}
        days={shown.map((day, index) => ({ title: date(day), hours: hours[chosen + index] ?? [] }))}
      />
    </Stack>
  );
}

/** Rounded down to a whole percentage, but not to zero, so that 100 % means that nothing is missing. */
function completeShareOf({ hours }: HeatMap): number {
  const energies = hours.flat();
  const complete = energies.filter((energy) => energy !== null).length;
  return complete === 0 ? 0 : Math.max(1, Math.floor((complete / energies.length) * 100)) / 100;
}
