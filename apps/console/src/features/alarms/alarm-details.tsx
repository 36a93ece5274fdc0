import { Divider, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../api/account';
import { areasQuery } from '../../api/areas';
import { usePointsOf } from '../../api/points';
import { useFormat } from '../../format/use-format';
import { DetailsDrawer, DetailsHeading } from '../../ui/details-drawer';
import { Fact, Facts } from '../../ui/facts';
import { PointLink } from '../../ui/point-link';
import { SeverityBadge } from '../../ui/severity-badge';
import { AlarmActions } from './alarm-actions';
import { AlarmState } from './alarm-state';
import { AlarmTimeline } from './alarm-timeline';
import { type Alarm, alarmQuery } from './alarms.queries';
import { useAlarmTexts } from './alarms.texts';
import { useAlarmValue } from './use-alarm-value';

interface AlarmDetailsProps {
  /** Undefined if the drawer is closed. */
  id: number | undefined;
  onClose: () => void;
}

/** The details of one alarm: its fields, its actions and its timeline. */
export function AlarmDetails({ id, onClose }: AlarmDetailsProps) {
  const t = useAlarmTexts();
  return (
    <DetailsDrawer id={id} parameter="alarm" title={t('alarm')} queryOf={alarmQuery} onClose={onClose}>
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
  const { pointCode, areaId } = alarm;
  const point = usePointsOf([pointCode]).get(pointCode ?? '');
  const { data } = useQuery(areasQuery);
  const { value, threshold } = useAlarmValue()(alarm, point);
  function by(name: string | null, at: string | null): string | null {
    return at && [name, dateTime(at)].filter(Boolean).join(', ');
  }
  return (
    <Facts>
      <Fact name={t('point')}>{pointCode && <PointLink point={point} code={pointCode} />}</Fact>
      <Fact name={t('area')}>{data?.areas.find(({ id }) => id === areaId)?.name}</Fact>
      <Fact name={t('source')}>
        <Source alarm={alarm} />
      </Fact>
      <Fact name={t('value')}>{value}</Fact>
      <Fact name={t('threshold')}>{threshold}</Fact>
      <Fact name={t('raisedAt')}>{dateTime(alarm.raisedAt)}</Fact>
      <Fact name={t('occurrences')}>{number(alarm.occurrences)}</Fact>
      <Fact name={t('acknowledgedBy')}>{by(alarm.acknowledgedBy, alarm.acknowledgedAt)}</Fact>
      <Fact name={t('clearedBy')}>{by(alarm.clearedBy, alarm.clearedAt)}</Fact>
      <Fact name={t('shelvedUntil')}>{alarm.shelvedUntil && dateTime(alarm.shelvedUntil)}</Fact>
      <Fact name={t('reason')}>{alarm.shelveReason}</Fact>
    </Facts>
  );
}

/** The source of the alarm. Operators, who may read rules, get a link to the rule. */
function Source({ alarm: { source, originator } }: { alarm: Alarm }) {
  const t = useAlarmTexts();
  const isOperator = useHasRole('operator');
  const name = t(`source.${source}`);
  const [, ruleId] = source === 'rule' ? (/^rule:(\d+)$/.exec(originator) ?? []) : [];
  if (!isOperator || !ruleId) return name;
  return (
    <Text component={Link} to={`/alert-rules/${ruleId}`} size="sm" c="var(--mantine-color-anchor)">
      {t('openRule')}
    </Text>
  );
}
