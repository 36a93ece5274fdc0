import { Group, Text } from '@mantine/core';
import { mdiFileChartOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../format/use-format';
import { StateBadge } from '../../ui/badge';
import { type Column, DataTable } from '../../ui/data-table';
import { Panel } from '../../ui/panel';
import { QueryState } from '../../ui/query-state';
import { useScheduleText } from '../../ui/schedule/use-schedule-text';
import { EmptyState } from '../../ui/states';
import { type Plan, plansQuery } from './reports.queries';
import { useReportTexts } from './reports.texts';
import { RunStatusBadge } from './run-status';

export function PlanList({ onOpen }: { onOpen: (id: number) => void }) {
  const t = useReportTexts();
  const columns = usePlanColumns();
  return (
    <Panel>
      <QueryState query={useQuery(plansQuery)} height={320}>
        {(plans) =>
          plans.length === 0 ? (
            <EmptyState title={t('noPlans')} icon={mdiFileChartOutline} />
          ) : (
            <DataTable
              label={t('plans')}
              items={plans}
              keyOf={({ id }) => id}
              columns={columns}
              onOpen={({ id }) => onOpen(id)}
            />
          )
        }
      </QueryState>
    </Panel>
  );
}

function usePlanColumns(): Column<Plan>[] {
  const t = useReportTexts();
  const scheduleText = useScheduleText();
  const { dateTime, number } = useFormat();
  return [
    { key: 'name', title: t('name'), render: ({ name }) => name },
    { key: 'schedule', title: t('schedule'), render: ({ cron }) => scheduleText(cron) },
    { key: 'range', title: t('range'), render: ({ range }) => t(range) },
    { key: 'format', title: t('format'), render: ({ format }) => t(format) },
    {
      key: 'recipients',
      title: t('recipients'),
      align: 'right',
      render: ({ recipients }) => number(recipients.length),
    },
    { key: 'lastRun', title: t('lastRun'), render: (plan) => <LastRun plan={plan} /> },
    {
      key: 'nextRun',
      title: t('nextRun'),
      render: ({ enabled, nextRunAt }) =>
        enabled ? dateTime(nextRunAt) : <StateBadge tone="neutral">{t('disabled')}</StateBadge>,
    },
  ];
}

function LastRun({ plan: { lastRunAt, lastStatus } }: { plan: Plan }) {
  const t = useReportTexts();
  const { dateTime } = useFormat();
  if (!lastStatus) return <Text size="sm">{t('neverRun')}</Text>;
  return (
    <Group gap="xs" component="span" justify="flex-end" display="inline-flex">
      <RunStatusBadge status={lastStatus} />
      <span>{dateTime(lastRunAt)}</span>
    </Group>
  );
}
