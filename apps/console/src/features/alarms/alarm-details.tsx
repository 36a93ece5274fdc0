import { Divider, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../format/use-format';
import { Fact, Facts } from '../../ui/facts';
import { QueryState } from '../../ui/query-state';
import { SeverityBadge } from '../../ui/severity-badge';
import { useUiTexts } from '../../ui/ui.texts';
import { AlarmActions } from './alarm-actions';
import { AlarmState } from './alarm-state';
import { AlarmTimeline } from './alarm-timeline';
import { type Alarm, alarmQuery } from './alarms.queries';
import { useAlarmTexts } from './alarms.texts';

interface AlarmDetailsProps {
  /** Undefined: closed. */
  id: number | undefined;
  onClose: () => void;
}

/** The facts, the actions and the timeline of one alarm. */
export function AlarmDetails({ id, onClose }: AlarmDetailsProps) {
  const t = useAlarmTexts();
  const ui = useUiTexts();
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="md"
      title={t('alarm')}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      {id !== undefined && <Details id={id} />}
    </Drawer>
  );
}

function Details({ id }: { id: number }) {
  return (
    <QueryState query={useQuery(alarmQuery(id))} height={300}>
      {(alarm) => (
        <Stack gap="md">
          <div>
            <Title order={2} size="h4">
              {alarm.title}
            </Title>
            <Group gap="xs" mt="xs">
              <SeverityBadge severity={alarm.severity} />
              <AlarmState alarm={alarm} />
            </Group>
          </div>
          {alarm.message && <Text>{alarm.message}</Text>}
          <AlarmActions alarm={alarm} />
          <AlarmFacts alarm={alarm} />
          <Divider />
          <AlarmTimeline id={id} />
        </Stack>
      )}
    </QueryState>
  );
}

function AlarmFacts({ alarm }: { alarm: Alarm }) {
  const t = useAlarmTexts();
  const { dateTime, number } = useFormat();
  const { value, threshold } = alarm;
  function by(name: string | null, at: string | null): string | null {
    return at && [name, dateTime(at)].filter(Boolean).join(', ');
  }
  return (
    <Facts>
      <Fact name={t('point')}>{alarm.pointCode}</Fact>
      <Fact name={t('source')}>{t(`source.${alarm.source}`)}</Fact>
      <Fact name={t('value')}>
        {typeof value === 'number' ? number(value, 3) : value === null ? null : JSON.stringify(value)}
      </Fact>
      <Fact name={t('threshold')}>{threshold === null ? null : number(threshold, 3)}</Fact>
      <Fact name={t('raisedAt')}>{dateTime(alarm.raisedAt)}</Fact>
      <Fact name={t('occurrences')}>{number(alarm.occurrences)}</Fact>
      <Fact name={t('acknowledgedBy')}>{by(alarm.acknowledgedBy, alarm.acknowledgedAt)}</Fact>
      <Fact name={t('clearedBy')}>{by(alarm.clearedBy, alarm.clearedAt)}</Fact>
      <Fact name={t('shelvedUntil')}>{alarm.shelvedUntil && dateTime(alarm.shelvedUntil)}</Fact>
      <Fact name={t('reason')}>{alarm.shelveReason}</Fact>
    </Facts>
  );
}
