import { Stack } from '@mantine/core';
import { mdiTarget } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Area } from '../../../api/areas';
import type { CalendarDate } from '../../../format/calendar-period';
import { useFormat } from '../../../format/use-format';
import { StateBadge } from '../../../ui/badge';
import type { Column } from '../../../ui/data-table';
import { useEnergyTypeTexts } from '../../../ui/energy-type.texts';
import { CreateButton } from '../../../ui/form-button';
import { PageHeader } from '../../../ui/page-header';
import { PagedTable } from '../../../ui/paged-table';
import { Panel } from '../../../ui/panel';
import { EnergyAreas } from '../energy-areas';
import { energyUnitOf } from '../energy.queries';
import { BenchmarksPanel } from './benchmarks-panel';
import { BudgetForm } from './budget-form';
import { BudgetView } from './budget-view';
import { yearOf } from './months';
import { type Budget, BUDGETS_PER_PAGE, budgetsQuery, budgetStateQuery } from './targets.queries';
import { useTargetsTexts } from './targets.texts';

const route = getRouteApi('/shell/energy/targets');

/** The budgets and benchmarks of areas, or one of the budgets. */
export function TargetsPage() {
  const t = useTargetsTexts();
  const { budget, page } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (changes: { budget?: number; page?: number }) =>
    void navigate({ search: (before) => ({ ...before, ...changes }) });
  return (
    <EnergyAreas title={t('title')}>
      {(areas, today) => {
        const areaName = (id: number) => areas.find((area) => area.id === id)?.name ?? `#${id}`;
        return budget === undefined ? (
          <Targets
            areas={areas}
            areaName={areaName}
            today={today}
            page={page}
            onOpen={(id) => show({ budget: id })}
            onPage={(next) => show({ page: next })}
          />
        ) : (
          <BudgetView
            id={budget}
            areaName={areaName}
            today={today}
            onDeleted={() => show({ budget: undefined })}
          />
        );
      }}
    </EnergyAreas>
  );
}

interface TargetsProps {
  areas: readonly Area[];
  areaName: (id: number) => string;
  today: CalendarDate;
  page: number | undefined;
  onOpen: (id: number) => void;
  onPage: (page: number) => void;
}

function Targets({ areas, areaName, today, page = 1, onOpen, onPage }: TargetsProps) {
  const t = useTargetsTexts();
  const create = (
    <CreateButton title={t('create')}>
      {(close) => <BudgetForm today={today} onSaved={({ id }) => onOpen(id)} onClose={close} />}
    </CreateButton>
  );
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} actions={create} />
      <Stack gap="md">
        <Panel title={t('budgets')}>
          <PagedTable
            label={t('budgets')}
            query={useQuery(budgetsQuery(page))}
            page={page}
            limit={BUDGETS_PER_PAGE}
            none={t('none')}
            icon={mdiTarget}
            columns={useColumns(areaName, today)}
            onOpen={({ id }) => onOpen(id)}
            onPage={onPage}
          />
        </Panel>
        <BenchmarksPanel areas={areas} areaName={areaName} today={today} />
      </Stack>
    </>
  );
}

function useColumns(areaName: (id: number) => string, today: CalendarDate): Column<Budget>[] {
  const t = useTargetsTexts();
  const typeText = useEnergyTypeTexts();
  const { quantity } = useFormat();
  const isCurrent = ({ year }: Budget) => String(year) === today.slice(0, 4);
  return [
    { key: 'area', title: t('area'), render: ({ areaId }) => areaName(areaId) },
    { key: 'type', title: t('energyType'), render: ({ energyType }) => typeText(energyType) },
    { key: 'year', title: t('year'), render: ({ year }) => String(year) },
    {
      key: 'perYear',
      title: t('perYear'),
      align: 'right',
      render: (budget) => quantity(yearOf(budget.months), energyUnitOf(budget), 0),
    },
    {
      key: 'state',
      title: t('thisMonth'),
      render: (budget) => (isCurrent(budget) ? <MonthState budget={budget} /> : '–'),
    },
  ];
}

/** The forecast of the current month, and whether the budget will be missed. */
function MonthState({ budget }: { budget: Budget }) {
  const t = useTargetsTexts();
  const { quantity } = useFormat();
  const { data } = useQuery(budgetStateQuery(budget.id));
  if (!data) return '–';
  if (data.willMiss === null) return t('noForecast');
  const forecast = quantity(data.forecast ?? data.actual, energyUnitOf(budget), 0);
  return (
    <StateBadge tone={data.willMiss ? 'critical' : 'good'}>
      {t(data.willMiss ? 'missed' : 'kept', { forecast })}
    </StateBadge>
  );
}
