import { SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../format/use-format';
import { StateBadge } from '../../ui/badge';
import { Panel } from '../../ui/panel';
import { QueryState } from '../../ui/query-state';
import { BreakerBadge } from './breaker-badge';
import { type Health, healthQuery } from './settings.queries';
import { useSettingsTexts } from './settings.texts';

/** Whether the service, the database, the queue, the file store and the gateway work. */
export function HealthPanel() {
  const t = useSettingsTexts();
  return (
    <Panel
      title={t('health')}
      actions={
        <Text size="xs" c="dimmed">
          {t('healthHint')}
        </Text>
      }
    >
      <QueryState query={useQuery(healthQuery)} height={64}>
        {(health) => <Parts health={health} />}
      </QueryState>
    </Panel>
  );
}

function Parts({ health: { status, database, queue, storage, gateway } }: { health: Health }) {
  const t = useSettingsTexts();
  const { quantity, dateTime } = useFormat();
  const reachability = (isUp: boolean) => (
    <StateBadge tone={isUp ? 'good' : 'critical'}>{t(isUp ? 'ok' : 'down')}</StateBadge>
  );
  const latency = ({ latencyMs }: Health['queue']) =>
    latencyMs === null ? undefined : quantity(latencyMs, 'ms', 0);
  const since = (failure: { at: string } | null) =>
    failure ? t('since', { time: dateTime(failure.at) }) : undefined;
  const parts = [
    {
      name: t('status'),
      state: <StateBadge tone={status === 'ready' ? 'good' : 'critical'}>{t(status)}</StateBadge>,
    },
    { name: t('database'), state: reachability(database.reachable), note: latency(database) },
    { name: t('queue'), state: reachability(queue.reachable), note: latency(queue) },
    {
      name: t('storage'),
      state: (
        <StateBadge tone={storage.writable ? 'good' : 'critical'}>
          {t(storage.writable ? 'writable' : 'notWritable')}
        </StateBadge>
      ),
      note: since(storage.lastFailure),
    },
    {
      name: t('gateway'),
      state: <BreakerBadge breaker={gateway.breaker} />,
      note: since(gateway.lastFailure),
    },
  ];
  return (
    <SimpleGrid cols={{ base: 2, md: 5 }}>
      {parts.map(({ name, state, note }) => (
        <div key={name}>
          <Text size="sm" c="dimmed" mb={4}>
            {name}
          </Text>
          {state}
          <Text size="xs" c="dimmed" mt={4}>
            {note}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
