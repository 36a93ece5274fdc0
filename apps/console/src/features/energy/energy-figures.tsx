import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../format/use-format';
import { Figure } from '../../ui/figure';
import { MissingData } from '../../ui/missing-data';
import { QueryState } from '../../ui/query-state';
import type { CalendarDate, Unit } from '../../format/calendar-period';
import { type EnergyChoice, energyUnitOf, statsQuery } from './energy.queries';
import { useEnergyTexts } from './energy.texts';

const CURRENT = { day: 'today', week: 'thisWeek', month: 'thisMonth', year: 'custom' } as const;

interface EnergyFiguresProps {
  choice: EnergyChoice;
  unit: Unit;
  today: CalendarDate;
}

/** Total, mean and peak of the energy, and the change since the previous period. */
export function EnergyFigures({ choice, unit, today }: EnergyFiguresProps) {
  const t = useEnergyTexts();
  const { number, change, siteDateTime } = useFormat();
  const isCurrent = choice.from <= today && today < choice.to;
  const period = isCurrent ? CURRENT[unit] : 'custom';
  const energyUnit = energyUnitOf(choice);
  return (
    <QueryState query={useQuery(statsQuery({ ...choice, period }))} height={104}>
      {({ total, avg, peak, peakTime, comparedToLastPeriod: changes, silentMeters }) => (
        <Stack gap="xs">
          <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
            <Figure title={t('total')} value={number(total, 0)} unit={energyUnit} />
            <Figure title={t('change')} value={change(changes.total)} note={t(`before.${unit}`)} />
            <Figure title={t('mean')} value={number(avg)} unit={`${energyUnit}/h`} />
            <Figure
              title={t('peak')}
              value={number(peak)}
              unit={`${energyUnit}/h`}
              note={peakTime ? siteDateTime(peakTime) : undefined}
            />
          </SimpleGrid>
          <MissingData silentMeters={silentMeters} comparedShare={changes.coverage} />
        </Stack>
      )}
    </QueryState>
  );
}
