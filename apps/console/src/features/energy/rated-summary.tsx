import { SimpleGrid, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { instantOf, moved, type Unit } from '../../format/calendar-period';
import { usePlatform } from '../../api/platform';
import { useFormat } from '../../format/use-format';
import { useEnergyTypeTexts } from '../../ui/energy-type.texts';
import { Figure } from '../../ui/figure';
import { Notice } from '../../ui/notice';
import { QueryState } from '../../ui/query-state';
import { SetUpButton } from '../../ui/set-up-button';
import { EmptyState } from '../../ui/states';
import { BUCKET_TITLES } from './buckets';
import { bucketsQuery, type EnergyChoice } from './energy.queries';
import { useEnergyTexts } from './energy.texts';
import { ratedFigures } from './rated-figures';

const HEIGHT = 104;

interface RatedSummaryProps {
  choice: EnergyChoice;
  unit: Unit;
}

/** Total, mean and highest amount of the costs or emissions, and the change since the previous period. */
export function RatedSummary({ choice, unit }: RatedSummaryProps) {
  const t = useEnergyTexts();
  const typeText = useEnergyTypeTexts();
  const { quantity, change, part } = useFormat();
  const { metric, interval, energyType } = choice;
  const timezone = usePlatform()?.timezone;
  const current = useQuery(bucketsQuery(choice));
  const previousFrom = moved(unit, choice.from, -1);
  const previous = useQuery(bucketsQuery({ ...choice, from: previousFrom, to: choice.from }));
  const before = previous.isPlaceholderData ? [] : (previous.data ?? []);
  // The buckets of another choice would be described by the texts and units of this one.
  if (current.isPlaceholderData) return <Skeleton height={HEIGHT} radius="md" />;
  return (
    <QueryState query={current} height={HEIGHT}>
      {(buckets) => {
        const end = instantOf(timezone, `${choice.to}T00:00`);
        const figures = ratedFigures(buckets, before, current.dataUpdatedAt, end);
        const amountUnit = buckets[0]?.unit.replace('CO2', 'CO₂') ?? '';
        // From a thousand kilograms on, the unit is another one.
        const amountOf = (amount: number | null | undefined) => {
          const [value = '', ...unit] = quantity(amount, amountUnit, 2).split(' ');
          return { value, unit: unit.join(' ') };
        };
        const type = typeText(energyType);
        if (figures.missing === 'all') {
          return (
            <EmptyState
              title={t(metric === 'cost' ? 'noPrice' : 'noFactor', { type })}
              action={<SetUpButton to="/settings" title={t('settings')} lowestRole="admin" />}
            />
          );
        }
        return (
          <>
            {figures.missing === 'some' && (
              <Notice tone="caution">{t(metric === 'cost' ? 'somePrices' : 'someFactors', { type })}</Notice>
            )}
            <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
              <Figure title={t('total')} {...amountOf(figures.total)} />
              <Figure title={t('change')} value={change(figures.change)} note={t(`before.${unit}`)} />
              <Figure title={t(`mean.${interval}`)} {...amountOf(figures.mean)} />
              <Figure
                title={t(`highest.${interval}`)}
                {...amountOf(figures.highest?.value)}
                note={figures.highest ? part(figures.highest.timestamp, BUCKET_TITLES[interval]) : undefined}
              />
            </SimpleGrid>
          </>
        );
      }}
    </QueryState>
  );
}
