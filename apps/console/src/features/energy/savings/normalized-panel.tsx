import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type CalendarDate, moved } from '../../../format/calendar-period';
import { useFormat } from '../../../format/use-format';
import { DataTable } from '../../../ui/data-table';
import { Panel } from '../../../ui/panel';
import { QueryState } from '../../../ui/query-state';
import { energyUnitOf } from '../energy.queries';
import { type Baseline, normalizedQuery } from './baselines.queries';
import { useSavingsTexts } from './savings.texts';

const MONTHS = 12;

/** The energy of the last twelve months and of this one, at the actual and at the usual weather. */
export function NormalizedPanel({ baseline, today }: { baseline: Baseline; today: CalendarDate }) {
  const t = useSavingsTexts();
  const { part, quantity, share } = useFormat();
  const energy = (value: number | null) => quantity(value, energyUnitOf(baseline), 0);
  const span = { from: moved('month', today, -MONTHS), to: moved('day', today, 1) };
  return (
    <Panel title={t('normalized')}>
      <QueryState query={useQuery(normalizedQuery(baseline.id, span))} height={300}>
        {({ points }) => (
          <Stack gap="xs">
            <DataTable
              label={t('normalized')}
              items={points}
              keyOf={({ timestamp }) => timestamp}
              columns={[
                {
                  key: 'time',
                  title: t('start'),
                  render: ({ timestamp }) => part(timestamp, { month: 'long', year: 'numeric' }),
                },
                { key: 'actual', title: t('actual'), align: 'right', render: ({ actual }) => energy(actual) },
                {
                  key: 'normalized',
                  title: t('usualWeather'),
                  align: 'right',
                  render: ({ normalized }) => energy(normalized),
                },
                { key: 'years', title: t('years'), align: 'right', render: ({ years }) => years },
                {
                  key: 'coverage',
                  title: t('coverage'),
                  align: 'right',
                  render: ({ coverage }) => share(coverage),
                },
              ]}
            />
            <Text size="xs" c="dimmed">
              {t('normalizedHint')}
            </Text>
          </Stack>
        )}
      </QueryState>
    </Panel>
  );
}
