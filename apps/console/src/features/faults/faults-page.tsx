import { Button, Group, SegmentedControl, Select, Stack, Switch } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { mdiPlus, mdiWrenchOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useAccount, useHasRole } from '../../api/account';
import { areasQuery } from '../../api/areas';
import { useUserName } from '../../api/user-names';
import { refetchSoon, useStream } from '../../api/use-stream';
import { useFormat } from '../../format/use-format';
import { AreaSelect } from '../../ui/area-select';
import { Filters } from '../../ui/filters';
import type { Column } from '../../ui/data-table';
import { Icon } from '../../ui/icon';
import { PageHeader } from '../../ui/page-header';
import { PagedTable } from '../../ui/paged-table';
import { Panel } from '../../ui/panel';
import { SEVERITIES, SeverityBadge } from '../../ui/severity-badge';
import { useUiTexts } from '../../ui/ui.texts';
import { FaultDetails } from './fault-details';
import { NewFault } from './fault-form';
import { type FaultSearch, PARTS } from './fault-search';
import { FaultState } from './fault-state';
import { FaultCharts, FaultFigures } from './fault-statistics';
import { FAULTS, FAULTS_PER_PAGE, type Fault, faultsQuery } from './faults.queries';
import { useFaultTexts } from './faults.texts';

const route = getRouteApi('/shell/faults');

/** The faults with their statistics, and the details of one of them. All of it follows the event stream. */
export function FaultsPage() {
  const t = useFaultTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isOperator = useHasRole('operator');
  const stay = (changes: Partial<FaultSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...changes }) });
  const show = (changes: Partial<FaultSearch>) => stay({ page: undefined, ...changes });
  useStream({ fault_update: () => refetchSoon(FAULTS) });
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          isOperator && (
            <Button leftSection={<Icon path={mdiPlus} />} onClick={() => stay({ report: true })}>
              {t('report')}
            </Button>
          )
        }
      />
      <Stack gap="md">
        <FaultFigures />
        <Panel>
          <FaultFilters search={search} onChange={show} />
          <FaultList
            search={search}
            onPage={(page) => show({ page })}
            onOpen={({ id }) => stay({ fault: id })}
          />
        </Panel>
        <FaultCharts />
      </Stack>
      <FaultDetails id={search.fault} onClose={() => stay({ fault: undefined })} />
      <NewFault
        isOpen={isOperator && search.report === true}
        alert={search.alert}
        title={search.title}
        area={search.area}
        onCreated={({ id }) => stay({ report: undefined, alert: undefined, title: undefined, fault: id })}
        onClose={() => stay({ report: undefined, alert: undefined, title: undefined })}
      />
    </>
  );
}

interface FaultListProps {
  search: FaultSearch;
  onPage: (page: number) => void;
  onOpen: (fault: Fault) => void;
}

function FaultList({ search, onPage, onOpen }: FaultListProps) {
  const t = useFaultTexts();
  const columns = useFaultColumns();
  const { status, severity, area, mine } = search;
  const isFiltered = Boolean(status ?? severity ?? area ?? mine);
  return (
    <PagedTable
      label={t('title')}
      query={useQuery(faultsQuery(search, useAccount().id))}
      page={search.page}
      limit={FAULTS_PER_PAGE}
      none={t(isFiltered ? 'none' : 'noneUndone')}
      icon={mdiWrenchOutline}
      columns={columns}
      onOpen={onOpen}
      onPage={onPage}
    />
  );
}

interface FiltersProps {
  search: FaultSearch;
  onChange: (changes: Partial<FaultSearch>) => void;
}

function FaultFilters({ search, onChange }: FiltersProps) {
  const t = useFaultTexts();
  const ui = useUiTexts();
  // With the usual size, the last status would be cut off on a phone.
  const isNarrow = useMediaQuery('(max-width: 30em)');
  const parts = PARTS.map((value) => ({ value, label: t(`status.${value}`) }));
  return (
    <Group gap="sm" mb="md">
      <SegmentedControl
        aria-label={t('status')}
        size={isNarrow ? 'xs' : undefined}
        data={parts}
        value={search.status ?? 'undone'}
        onChange={(value) => onChange({ status: PARTS.find((part) => part === value && part !== 'undone') })}
      />
      <Filters values={[search.severity, search.area, search.mine]}>
        <Select
          aria-label={t('severity')}
          placeholder={t('everySeverity')}
          data={SEVERITIES.map((value) => ({ value, label: ui(value) }))}
          value={search.severity ?? null}
          clearable
          onChange={(value) => onChange({ severity: SEVERITIES.find((severity) => severity === value) })}
        />
        <AreaSelect
          aria-label={t('area')}
          placeholder={t('everyArea')}
          value={search.area ?? null}
          onChange={(area) => onChange({ area: area ?? undefined })}
        />
        <Switch
          label={t('mine')}
          checked={search.mine ?? false}
          onChange={({ currentTarget }) => onChange({ mine: currentTarget.checked || undefined })}
        />
      </Filters>
    </Group>
  );
}

function useFaultColumns(): Column<Fault>[] {
  const t = useFaultTexts();
  const { dateTime } = useFormat();
  const userName = useUserName();
  const { data } = useQuery(areasQuery);
  const areaName = (areaId: number | null) => data?.areas.find(({ id }) => id === areaId)?.name ?? '–';
  return [
    { key: 'title', title: t('fault'), render: ({ title }) => title },
    {
      key: 'severity',
      title: t('severity'),
      render: ({ severity }) => <SeverityBadge severity={severity} />,
    },
    {
      key: 'status',
      title: t('status'),
      isBrief: true,
      render: ({ status }) => <FaultState status={status} />,
    },
    { key: 'area', title: t('area'), render: ({ areaId }) => areaName(areaId) },
    { key: 'assignee', title: t('assignee'), render: ({ assigneeId }) => userName(assigneeId) ?? '–' },
    { key: 'reportedAt', title: t('reportedAt'), render: ({ reportedAt }) => dateTime(reportedAt) },
  ];
}
