import { Divider, Text } from '@mantine/core';
import { useFormat } from '../../format/use-format';
import { DetailsDrawer, DetailsHeading } from '../../ui/details-drawer';
import { Fact, Facts } from '../../ui/facts';
import { SeverityBadge } from '../../ui/severity-badge';
import { AlarmActions } from './alarm-actions';
import { AlarmState } from './alarm-state';
import { AlarmTimeline } from './alarm-timeline';
import { type Alarm, alarmQuery } from './alarms.queries';
import { useAlarmTexts } from './alarms.texts';

interface AlarmDetailsProps {
  /** Undefined if the drawer is closed. */
  id: number | undefined;
  onClose: () => void;
}

/** The details of one alarm: its fields, its actions and its timeline. */
export function AlarmDetails({ id, onClose }: AlarmDetailsProps) {
  const t = useAlarmTexts();
  return (
    <DetailsDrawer id={id} title={t('alarm')} queryOf={alarmQuery} onClose={onClose}>
      {(alarm) => (
        <>
          <DetailsHeading title={alarm.title}>
            <SeverityBadge severity={alarm.severity} />
            <AlarmState alarm={alarm} />
          </DetailsHeading>
          {alarm.message && <Text>{alarm.message}</Text>}
          <AlarmActions alarm={alarm} />
          <AlarmFacts alarm={alarm} />
          <Divider />
          <AlarmTimeline id={alarm.id} />
        </>
      )}
    </DetailsDrawer>
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
