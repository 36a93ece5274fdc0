import { Divider, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useHasRole } from '../../api/account';
import { alertQuery } from '../../api/alerts';
import { areasQuery } from '../../api/areas';
import { usePointsOf } from '../../api/points';
import { useFormat } from '../../format/use-format';
import { useActorName } from '../../ui/actor.texts';
import { AlertHistory } from '../../ui/alert-history';
import { DetailsDrawer, DetailsHeading } from '../../ui/details-drawer';
import { Fact, Facts } from '../../ui/facts';
import { useAlertText } from '../../ui/messages/use-message-text';
import { PointLink } from '../../ui/point-link';
import { SeverityBadge } from '../../ui/severity-badge';
import { AlertActions } from './alert-actions';
import { AlertState } from './alert-state';
import { AlertTimeline } from './alert-timeline';
import type { Alert } from './alerts.queries';
import { useAlertTexts } from './alerts.texts';
import { useAlertValue } from './use-alert-value';

interface AlertDetailsProps {
  /** Undefined if the drawer is closed. */
  id: number | undefined;
  onClose: () => void;
}

/** The details of one alert: its fields, its actions and its timeline. */
export function AlertDetails({ id, onClose }: AlertDetailsProps) {
  const t = useAlertTexts();
  const text = useAlertText();
  return (
    <DetailsDrawer id={id} parameter="alert" title={t('alert')} queryOf={alertQuery} onClose={onClose}>
      {(alert) => (
        <>
          <DetailsHeading title={text(alert.title, alert.titleText)}>
            <SeverityBadge severity={alert.severity} />
            <AlertState alert={alert} />
          </DetailsHeading>
          {alert.message && <Text>{text(alert.message, alert.messageText)}</Text>}
          <AlertActions alert={alert} />
          <AlertFacts alert={alert} />
          <AlertHistory alert={alert} />
          <Divider />
          <AlertTimeline id={alert.id} />
        </>
      )}
    </DetailsDrawer>
  );
}

function AlertFacts({ alert }: { alert: Alert }) {
  const t = useAlertTexts();
  const actorName = useActorName();
  const { dateTime, number } = useFormat();
  const { pointCode, areaId } = alert;
  const point = usePointsOf([pointCode]).get(pointCode ?? '');
  const { data } = useQuery(areasQuery);
  const { value, threshold } = useAlertValue()(alert, point);
  function by(name: string | null, at: string | null): string | null {
    return at && [name && actorName(name), dateTime(at)].filter(Boolean).join(', ');
  }
  return (
    <Facts>
      <Fact name={t('point')}>{pointCode && <PointLink point={point} code={pointCode} />}</Fact>
      <Fact name={t('area')}>{data?.areas.find(({ id }) => id === areaId)?.name}</Fact>
      <Fact name={t('source')}>
        <Source alert={alert} />
      </Fact>
      <Fact name={t('value')}>{value}</Fact>
      <Fact name={t('threshold')}>{threshold}</Fact>
      <Fact name={t('raisedAt')}>{dateTime(alert.raisedAt)}</Fact>
      <Fact name={t('occurrences')}>{number(alert.occurrences)}</Fact>
      <Fact name={t('acknowledgedBy')}>{by(alert.acknowledgedBy, alert.acknowledgedAt)}</Fact>
      <Fact name={t('clearedBy')}>{by(alert.clearedBy, alert.clearedAt)}</Fact>
      <Fact name={t('shelvedUntil')}>{alert.shelvedUntil && dateTime(alert.shelvedUntil)}</Fact>
      <Fact name={t('reason')}>{alert.shelveReason}</Fact>
    </Facts>
  );
}

/** The source of the alert. Operators, who may read rules, get a link to the rule. */
function Source({ alert: { source, originator } }: { alert: Alert }) {
  const t = useAlertTexts();
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
