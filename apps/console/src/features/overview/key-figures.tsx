import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { unacknowledgedQuery } from '../../api/alerts';
import { useFormat } from '../../format/use-format';
import { Figure } from '../../ui/figure';
import { MissingData } from '../../ui/missing-data';
import { QueryState } from '../../ui/query-state';
import { overviewStatsQuery, todayQuery } from './overview.queries';
import { useOverviewTexts } from './overview.texts';

export function KeyFigures() {
  const t = useOverviewTexts();
  const { number, quantity, mass, change } = useFormat();
  const compared = useQuery(todayQuery).data?.comparedToLastPeriod;
  const today = compared?.total;
  const { data: unacknowledged } = useQuery(unacknowledgedQuery);
  return (
    <QueryState query={useQuery(overviewStatsQuery)} height={104}>
      {({
        currentPower,
        energyToday,
        energyMonth,
        carbonToday,
        carbonMonth,
        costMonth,
        currency,
        activeAlerts,
        openFaults,
        openMaintenance,
        points,
        silentMeters,
      }) => (
        <Stack gap="xs">
          <SimpleGrid cols={{ base: 2, md: 3, xl: 6 }} spacing="md">
            <Figure
              title={t('powerNow')}
              to="/energy"
              value={number(currentPower)}
              unit="kW"
              note={t('points', { online: number(points.online), total: number(points.total) })}
            />
            <Figure
              title={t('today')}
              to="/energy"
              value={number(energyToday, 0)}
              unit="kWh"
              note={
                today === null || today === undefined
                  ? undefined
                  : t('comparedToYesterday', { change: change(today) })
              }
            />
            <Figure
              title={t('month')}
              to="/energy"
              value={number(energyMonth, 0)}
              unit="kWh"
              note={costMonth === null ? undefined : t('cost', { amount: quantity(costMonth, currency, 2) })}
            />
            <Figure
              title={t('carbon')}
              to="/energy"
              value={number(carbonToday)}
              unit="kg CO₂e"
              note={t('ofMonth', { amount: mass(carbonMonth) })}
            />
            <Figure
              title={t('alerts')}
              to="/alerts"
              value={number(activeAlerts)}
              tone={activeAlerts > 0 ? 'serious' : 'good'}
              note={activeAlerts > 0 ? t('unacknowledged', { count: number(unacknowledged) }) : t('allQuiet')}
            />
            <Figure
              title={t('openWork')}
              to="/faults"
              value={number(openFaults + openMaintenance)}
              note={t('work', { faults: number(openFaults), maintenance: number(openMaintenance) })}
            />
          </SimpleGrid>
          <MissingData silentMeters={silentMeters} comparedShare={compared?.coverage} />
        </Stack>
      )}
    </QueryState>
  );
}
