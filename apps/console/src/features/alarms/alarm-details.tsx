import { Divider, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../format/use-format';
import { QueryState } from '../../ui/query-state';
import { SeverityBadge } from '../../ui/severity-badge';
import { useUiTexts } from '../../ui/ui.texts';
import { AlarmActions } from './alarm-actions';
import classes from './alarm-details.module.css';
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
          <Facts alarm={alarm} />
          <Divider />
          <AlarmTimeline id={id} />
        </Stack>
      )}
    </QueryState>
  );
}

function Facts({ alarm }: { alarm: Alarm }) {
  const t = useAlarmTexts();
  const { dateTime, number } = useFormat();
  const { value, threshold } = alarm;
  const facts: [name: string, value: string | null][] = [
    [t('point'), alarm.pointCode],
    [t('source'), t(`source.${alarm.source}`)],
    [
      t('value'),
      typeof value === 'number' ? number(value, 3) : value === null ? null : JSON.stringify(value),
    ],
    [t('threshold'), threshold === null ? null : number(threshold, 3)],
    [t('raisedAt'), dateTime(alarm.raisedAt)],
    [t('occurrences'), number(alarm.occurrences)],
    [t('acknowledgedBy'), by(alarm.acknowledgedBy, alarm.acknowledgedAt)],
    [t('clearedBy'), by(alarm.clearedBy, alarm.clearedAt)],
    [t('shelvedUntil'), alarm.shelvedUntil && dateTime(alarm.shelvedUntil)],
    [t('reason'), alarm.shelveReason],
  ];
  function by(name: string | null, at: string | null): string | null {
    return at && [name, dateTime(at)].filter(Boolean).join(', ');
  }
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, shown]) => shown !== null)
        .map(([name, shown]) => (
          <div key={name} className={classes.fact}>
            <dt>{name}</dt>
            <dd>{shown}</dd>
          </div>
        ))}
    </dl>
  );
}
