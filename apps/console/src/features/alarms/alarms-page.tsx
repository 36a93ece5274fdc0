import { Group, SegmentedControl, Select, Text } from '@mantine/core';
import { mdiCheckCircleOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { refetchSoon, useStream } from '../../api/use-stream';
import { useFormat } from '../../format/use-format';
import { type Column, DataTable } from '../../ui/data-table';
import { PageHeader } from '../../ui/page-header';
import { PagedList } from '../../ui/paged-list';
import { Panel } from '../../ui/panel';
import { SEVERITIES, SeverityBadge } from '../../ui/severity-badge';
import { EmptyState } from '../../ui/states';
import { useUiTexts } from '../../ui/ui.texts';
import { AlarmDetails } from './alarm-details';
import { type AlarmSearch, SOURCES, STATUSES } from './alarm-search';
import { AlarmState } from './alarm-state';
import { ALARMS, ALARMS_PER_PAGE, type Alarm, alarmsQuery } from './alarms.queries';
import { useAlarmTexts } from './alarms.texts';

const route = getRouteApi('/shell/alarms');
const refetchAlarms = () => refetchSoon(ALARMS);

/** The alarms, and the details of one of them. Both follow the event stream. */
export function AlarmsPage() {
  const t = useAlarmTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const columns = useAlarmColumns();
  const alarms = useQuery(alarmsQuery(search));
  const show = (changes: Partial<AlarmSearch>) =>
    void navigate({ search: { ...search, page: undefined, ...changes } });
  useStream({
    alert_update: refetchAlarms,
    'iot:alarm:trigger': refetchAlarms,
    'iot:alarm:clear': refetchAlarms,
  });
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Panel>
        <Filters search={search} onChange={show} />
        <PagedList
          query={alarms}
          page={search.page}
          limit={ALARMS_PER_PAGE}
          empty={<EmptyState title={t(`none.${search.status ?? 'active'}`)} icon={mdiCheckCircleOutline} />}
          onPage={(page) => show({ page })}
        >
          {(items) => (
            <DataTable
              label={t('title')}
              items={items}
              keyOf={({ id }) => id}
              columns={columns}
              onOpen={({ id }) => show({ page: search.page, alarm: id })}
            />
          )}
        </PagedList>
      </Panel>
      <AlarmDetails id={search.alarm} onClose={() => show({ page: search.page, alarm: undefined })} />
    </>
  );
}

interface FiltersProps {
  search: AlarmSearch;
  onChange: (changes: Partial<AlarmSearch>) => void;
}

function Filters({ search, onChange }: FiltersProps) {
  const t = useAlarmTexts();
  const ui = useUiTexts();
  const severities = SEVERITIES.map((value) => ({ value, label: ui(value) }));
  const sources = SOURCES.map((value) => ({ value, label: t(`source.${value}`) }));
  return (
    <Group gap="sm" mb="md">
      <SegmentedControl
        aria-label={t('status')}
        data={STATUSES.map((value) => ({ value, label: t(value) }))}
        value={search.status ?? 'active'}
        onChange={(value) => onChange({ status: STATUSES.find((status) => status === value) })}
      />
      <Select
        aria-label={t('severity')}
        placeholder={t('everySeverity')}
        data={severities}
        value={search.severity ?? null}
        clearable
        onChange={(value) => onChange({ severity: SEVERITIES.find((severity) => severity === value) })}
      />
      <Select
        aria-label={t('source')}
        placeholder={t('everySource')}
        data={sources}
        value={search.source ?? null}
        clearable
        onChange={(value) => onChange({ source: SOURCES.find((source) => source === value) })}
      />
    </Group>
  );
}

function useAlarmColumns(): Column<Alarm>[] {
  const t = useAlarmTexts();
  const { dateTime, number } = useFormat();
  return [
    { key: 'title', title: t('alarm'), render: ({ title }) => title },
    {
      key: 'severity',
      title: t('severity'),
      render: ({ severity }) => <SeverityBadge severity={severity} />,
    },
    { key: 'state', title: t('state'), render: (alarm) => <AlarmState alarm={alarm} /> },
    {
      key: 'point',
      title: t('point'),
      render: ({ pointCode }) => (
        <Text size="sm" ff="monospace">
          {pointCode ?? '–'}
        </Text>
      ),
    },
    { key: 'source', title: t('source'), render: ({ source }) => t(`source.${source}`) },
    { key: 'raisedAt', title: t('raisedAt'), render: ({ raisedAt }) => dateTime(raisedAt) },
    {
      key: 'occurrences',
      title: t('occurrences'),
      align: 'right',
      render: ({ occurrences }) => number(occurrences),
    },
  ];
}
