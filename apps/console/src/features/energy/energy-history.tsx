import { useState } from 'react';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useHasRole } from '../../api/account';
import { QueryState } from '../../ui/query-state';
import { BucketChart } from './bucket-chart';
import { BucketTable } from './bucket-table';
import { type Span, type Unit, moved } from '../../format/calendar-period';
import { type Bucket, type EnergyChoice, bucketsQuery } from './energy.queries';
import { useEnergyTexts } from './energy.texts';
import { ExplanationDrawer } from './explanation-drawer';
import { ViewPanel } from './view-panel';

const HEIGHT = 360;

interface EnergyHistoryProps {
  choice: EnergyChoice;
  unit: Unit;
}

/** The buckets of the period beside those of the previous period, as a chart or as a table. */
export function EnergyHistory({ choice, unit }: EnergyHistoryProps) {
  const t = useEnergyTexts();
  const isEngineer = useHasRole('engineer');
  const [explained, setExplained] = useState<Span | null>(null);
  const previousFrom = moved(unit, choice.from, -1);
  const current = useQuery(bucketsQuery(choice));
  const previous = useQuery(bucketsQuery({ ...choice, from: previousFrom, to: choice.from })).data ?? [];
  return (
    <ViewPanel title={t(`metric.${choice.metric}`)}>
      {(view) => (
        <>
          <QueryState query={current} height={HEIGHT}>
            {(buckets) => {
              const explain = isEngineer
                ? (bucket: Bucket) => setExplained(rangeOf(bucket, buckets, choice))
                : undefined;
              return view === 'chart' ? (
                <BucketChart
                  buckets={buckets}
                  previous={previous}
                  interval={choice.interval}
                  names={{ current: t(`this.${unit}`), previous: t(`before.${unit}`) }}
                  height={HEIGHT}
                  onSelect={explain}
                />
              ) : (
                <BucketTable buckets={buckets} interval={choice.interval} onOpen={explain} />
              );
            }}
          </QueryState>
          <Group justify="space-between" mt="xs" gap="xs">
            <Text size="xs" c="dimmed">
              {t('legend')}
            </Text>
            {isEngineer && (
              <Text size="xs" c="dimmed">
                {t('explainHint')}
              </Text>
            )}
          </Group>
          {explained && (
            <ExplanationDrawer choice={choice} range={explained} onClose={() => setExplained(null)} />
          )}
        </>
      )}
    </ViewPanel>
  );
}

/** A bucket ends where the next one begins. */
function rangeOf(bucket: Bucket, buckets: readonly Bucket[], { to }: EnergyChoice): Span {
  const next = buckets[buckets.indexOf(bucket) + 1];
  return { from: bucket.timestamp, to: next?.timestamp ?? to };
}
