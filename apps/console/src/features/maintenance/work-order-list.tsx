import { Group, SegmentedControl, Select, Switch } from '@mantine/core';
import { mdiCalendarCheckOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useAccount } from '../../api/account';
import { useUserName } from '../../api/user-names';
import { useFormat } from '../../format/use-format';
import type { Column } from '../../ui/data-table';
import { Filters } from '../../ui/filters';
import { PagedTable } from '../../ui/paged-table';
import type { MaintenanceSearch } from './maintenance-search';
import { ORDERS_PER_PAGE, type WorkOrder, workOrdersQuery } from './maintenance.queries';
import { useMaintenanceTexts } from './maintenance.texts';
import { Priority } from './priority';
import { WorkState } from './work-state';
import { WORK_STATUSES, WORK_TYPES } from './work-steps';

const EVERY = 'every';
const SORTS = ['newest', 'due'] as const;

interface WorkOrderListProps {
  search: MaintenanceSearch;
  onChange: (changes: Partial<MaintenanceSearch>) => void;
  onOpen: (order: WorkOrder) => void;
}

/** The work orders: all of them, newest first, or those with a due date, earliest first. */
export function WorkOrderList({ search, onChange, onOpen }: WorkOrderListProps) {
  const t = useMaintenanceTexts();
  const columns = useColumns();
  const { status, type, mine, page = 1 } = search;
  const isFiltered = Boolean(status ?? type ?? mine);
  return (
    <>
      <OrderFilters search={search} onChange={onChange} />
      <PagedTable
        label={t('title')}
        query={useQuery(workOrdersQuery(search, useAccount().id))}
        page={page}
        limit={ORDERS_PER_PAGE}
        none={t(isFiltered ? 'none' : 'noneAtAll')}
        icon={mdiCalendarCheckOutline}
        columns={columns}
        onOpen={onOpen}
        onPage={(next) => onChange({ page: next })}
      />
    </>
  );
}

/** The order by due date can only be combined with the status, so it resets the other filters, and they reset it. */
function OrderFilters({ search, onChange }: Pick<WorkOrderListProps, 'search' | 'onChange'>) {
  const t = useMaintenanceTexts();
  const statuses = WORK_STATUSES.map((value) => ({ value, label: t(`state.${value}`) }));
  return (
    <Group gap="sm" mb="md">
      <Filters values={[search.status, search.type, search.mine]}>
        <SegmentedControl
          aria-label={t('status')}
          visibleFrom="sm"
          data={[{ value: EVERY, label: t('everyStatus') }, ...statuses]}
          value={search.status ?? EVERY}
          onChange={(value) => onChange({ status: WORK_STATUSES.find((status) => status === value) })}
        />
        <Select
          aria-label={t('status')}
          hiddenFrom="sm"
          placeholder={t('status')}
          data={statuses}
          value={search.status ?? null}
          clearable
          onChange={(value) => onChange({ status: WORK_STATUSES.find((status) => status === value) })}
        />
        <Select
          aria-label={t('type')}
          placeholder={t('everyType')}
          data={WORK_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
          value={search.type ?? null}
          clearable
          onChange={(value) => onChange({ type: WORK_TYPES.find((type) => type === value), sort: undefined })}
        />
        <Select
          aria-label={t('order.by')}
          data={SORTS.map((value) => ({ value, label: t(`order.${value}`) }))}
          value={search.sort ?? 'newest'}
          allowDeselect={false}
          onChange={(value) =>
            onChange(
              value === 'due' ? { sort: 'due', type: undefined, mine: undefined } : { sort: undefined },
            )
          }
        />
        <Switch
          label={t('mine')}
          checked={search.mine ?? false}
          onChange={({ currentTarget }) =>
            onChange({ mine: currentTarget.checked || undefined, sort: undefined })
          }
        />
      </Filters>
    </Group>
  );
}

function useColumns(): Column<WorkOrder>[] {
  const t = useMaintenanceTexts();
  const { dateTime } = useFormat();
  const userName = useUserName();
  return [
    { key: 'title', title: t('order'), render: ({ title }) => title },
    { key: 'state', title: t('status'), isBrief: true, render: (order) => <WorkState order={order} /> },
    { key: 'priority', title: t('priority'), render: ({ priority }) => <Priority priority={priority} /> },
    { key: 'type', title: t('type'), render: ({ type }) => t(`type.${type}`) },
    { key: 'dueAt', title: t('dueAt'), render: ({ dueAt }) => dateTime(dueAt) },
    { key: 'assignee', title: t('assignee'), render: ({ assigneeId }) => userName(assigneeId) ?? '–' },
  ];
}
