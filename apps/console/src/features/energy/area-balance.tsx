import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Unit } from '../../format/calendar-period';
import { useFormat } from '../../format/use-format';
import { type Column, DataTable } from '../../ui/data-table';
import { Panel } from '../../ui/panel';
import { QueryState } from '../../ui/query-state';
import { type BalancePoint, balanceQuery, type EnergyChoice, energyUnitOf } from './energy.queries';
import { useEnergyTexts } from './energy.texts';

interface AreaBalanceProps {
  choice: EnergyChoice;
  unit: Unit;
}

/** The energy of the area's own meters, the sum of the areas inside it, and the rest. A year has a row per month. */
export function AreaBalance({ choice, unit }: AreaBalanceProps) {
  const t = useEnergyTexts();
  const { part, quantity, share } = useFormat();
  const energy = (value: number | null) => quantity(value, energyUnitOf(choice), 3);
  const title = unit === 'year' || unit === 'month' ? MONTH : DAY;
  const columns: Column<BalancePoint>[] = [
    { key: 'time', title: t('start'), render: ({ timestamp }) => part(timestamp, title) },
    { key: 'own', title: t('balance.own'), align: 'right', render: ({ own }) => energy(own) },
    {
      key: 'children',
      title: t('balance.children'),
      align: 'right',
      render: ({ children }) => energy(children),
    },
    {
      key: 'rest',
      title: t('balance.rest'),
      align: 'right',
      render: ({ rest }) => (
        <Text span inherit c={rest !== null && rest < 0 ? 'var(--mantine-color-error)' : undefined}>
          {energy(rest)}
        </Text>
      ),
    },
    { key: 'coverage', title: t('coverage'), align: 'right', render: ({ coverage }) => share(coverage) },
  ];
  return (
    <Panel title={t('balance')}>
      <QueryState query={useQuery(balanceQuery(choice, unit))} height={80}>
        {(points) => (
          <DataTable
            label={t('balance')}
            items={points}
            keyOf={({ timestamp }) => timestamp}
            columns={columns}
          />
        )}
      </QueryState>
      <Text size="xs" c="dimmed" mt="xs">
        {t('balance.hint')}
      </Text>
    </Panel>
  );
}

const DAY: Intl.DateTimeFormatOptions = { dateStyle: 'medium' };
const MONTH: Intl.DateTimeFormatOptions = { month: 'short', year: 'numeric' };
