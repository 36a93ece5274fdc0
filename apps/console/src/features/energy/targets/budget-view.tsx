import { useMemo } from 'react';
import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CalendarDate } from '../../../format/calendar-period';
import { useFormat } from '../../../format/use-format';
import { Chart } from '../../../ui/chart/chart';
import { comparisonPlot } from '../../../ui/chart/comparison-plot';
import { useChartStyle } from '../../../ui/chart/use-chart-style';
import { DataTable } from '../../../ui/data-table';
import { useEnergyTypeTexts } from '../../../ui/energy-type.texts';
import { Figure } from '../../../ui/figure';
import { useMessageText } from '../../../ui/messages/use-message-text';
import { Notice } from '../../../ui/notice';
import { PageHeader } from '../../../ui/page-header';
import { QueryState } from '../../../ui/query-state';
import { RecordActions } from '../../../ui/record-actions';
import { isUncertain } from '../buckets';
import { type Bucket, bucketsQuery, energyUnitOf } from '../energy.queries';
import { ViewPanel } from '../view-panel';
import { BudgetForm } from './budget-form';
import {
  type Budget,
  budgetQuery,
  BUDGETS,
  type BudgetState,
  budgetStateQuery,
  deleteBudget,
} from './targets.queries';
import { useTargetsTexts } from './targets.texts';
import { useMonthName } from './use-month-name';

interface BudgetViewProps {
  id: number;
  areaName: (id: number) => string;
  today: CalendarDate;
  onDeleted: () => void;
}

/** The current month of a budget, and the energy of its year. */
export function BudgetView({ id, areaName, today, onDeleted }: BudgetViewProps) {
  const typeText = useEnergyTypeTexts();
  const state = useQuery(budgetStateQuery(id));
  return (
    <QueryState query={useQuery(budgetQuery(id))} height={600}>
      {(budget) => (
        <>
          <PageHeader
            title={`${areaName(budget.areaId)} ${budget.year}`}
            description={typeText(budget.energyType)}
            actions={<Actions budget={budget} today={today} onDeleted={onDeleted} />}
          />
          <Stack gap="md">
            <QueryState query={state} height={104}>
              {(of) => <MonthFigures state={of} unit={energyUnitOf(budget)} />}
            </QueryState>
            <YearPanel budget={budget} />
          </Stack>
        </>
      )}
    </QueryState>
  );
}

interface ActionsProps extends Pick<BudgetViewProps, 'today' | 'onDeleted'> {
  budget: Budget;
}

function Actions({ budget, today, onDeleted }: ActionsProps) {
  const t = useTargetsTexts();
  return (
    <RecordActions
      list="/energy/targets"
      titles={{ all: t('all'), edit: t('edit') }}
      deletion={{
        title: t('deleteTitle'),
        remove: () => deleteBudget(budget.id),
        changes: [BUDGETS],
        onDeleted,
        children: t('deleteEffect'),
      }}
    >
      {(close) => <BudgetForm stored={budget} today={today} onClose={close} />}
    </RecordActions>
  );
}

function MonthFigures({ state, unit }: { state: BudgetState; unit: string }) {
  const t = useTargetsTexts();
  const { number, quantity, share } = useFormat();
  const messageText = useMessageText();
  const month = useMonthName('long')(state.month);
  const { budget, actual, coverage, expected, forecast, willMiss, method, missing } = state;
  return (
    <>
      {missing && <Notice tone="caution">{messageText(missing)}</Notice>}
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
        <Figure title={t('budgetOf', { month })} value={number(budget, 0)} unit={unit} />
        <Figure
          title={t('actual')}
          value={number(actual, 0)}
          unit={unit}
          note={t('measured', { share: share(coverage) })}
        />
        <Figure title={t('expected')} value={number(expected, 0)} unit={unit} note={t('expectedHint')} />
        <Figure
          title={t('forecast')}
          value={number(forecast, 0)}
          unit={unit}
          tone={willMiss ? 'critical' : undefined}
          note={
            willMiss
              ? t('missedBy', { energy: quantity((forecast ?? actual ?? 0) - budget, unit, 0) })
              : ((method && t(`method.${method}`)) ?? undefined)
          }
        />
      </SimpleGrid>
    </>
  );
}

function YearPanel({ budget }: { budget: Budget }) {
  const t = useTargetsTexts();
  const { areaId, energyType, year, months } = budget;
  const choice = { areaId, energyType, from: `${year}-01-01`, to: `${year + 1}-01-01` };
  const query = useQuery(bucketsQuery({ ...choice, metric: 'energy', interval: 'month' }));
  return (
    <QueryState query={query} height={300}>
      {(buckets) => (
        <ViewPanel title={t('yearOf', { year })}>
          {(view) =>
            view === 'chart' ? (
              <YearChart buckets={buckets} months={months} unit={energyUnitOf(budget)} />
            ) : (
              <YearTable buckets={buckets} months={months} unit={energyUnitOf(budget)} />
            )
          }
        </ViewPanel>
      )}
    </QueryState>
  );
}

interface YearProps {
  /** One per month. */
  buckets: readonly Bucket[];
  months: readonly number[];
  unit: string;
}

/** Bars of the energy of each month, and a line of its budget. */
function YearChart({ buckets, months, unit }: YearProps) {
  const t = useTargetsTexts();
  const style = useChartStyle();
  const { quantity, share } = useFormat();
  const monthName = useMonthName('short');
  const plot = useMemo(() => {
    const { colors } = style;
    return comparisonPlot(style, {
      titles: months.map((_, index) => monthName(index + 1)),
      unit,
      current: { name: t('actual'), values: buckets.map(({ value }) => value) },
      previous: { name: t('budget'), values: months },
      isUncertain: buckets.map(isUncertain),
      rowsAt: (index) => [
        { name: t('actual'), value: quantity(buckets[index]?.value, unit), color: colors.main },
        { name: t('budget'), value: quantity(months[index], unit), color: colors.other },
        { name: t('coverage'), value: share(buckets[index]?.coverage) },
      ],
    });
  }, [style, t, quantity, share, monthName, buckets, months, unit]);
  return <Chart plot={plot} height={300} label={t('chartLabel')} />;
}

function YearTable({ buckets, months, unit }: YearProps) {
  const t = useTargetsTexts();
  const { quantity, share } = useFormat();
  const monthName = useMonthName('long');
  const rows = months.map((energy, index) => ({ month: index + 1, energy, bucket: buckets[index] }));
  return (
    <DataTable
      label={t('budget')}
      items={rows}
      keyOf={({ month }) => String(month)}
      columns={[
        { key: 'month', title: t('month'), render: ({ month }) => monthName(month) },
        {
          key: 'budget',
          title: t('budget'),
          align: 'right',
          render: ({ energy }) => quantity(energy, unit, 3),
        },
        {
          key: 'actual',
          title: t('actual'),
          align: 'right',
          render: ({ bucket }) => quantity(bucket?.value, unit, 3),
        },
        {
          key: 'coverage',
          title: t('coverage'),
          align: 'right',
          render: ({ bucket }) => share(bucket?.coverage),
        },
      ]}
    />
  );
}
