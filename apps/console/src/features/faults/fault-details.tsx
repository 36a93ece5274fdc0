import { Anchor, Divider, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { alertQuery } from '../../api/alerts';
import { areasQuery } from '../../api/areas';
import { objectQuery } from '../../api/objects';
import { usePointsOf } from '../../api/points';
import { useUserName } from '../../api/user-names';
import { useFormat } from '../../format/use-format';
import { AlertHistoryOf } from '../../ui/alert-history';
import { DetailsDrawer, DetailsHeading } from '../../ui/details-drawer';
import { Fact, Facts } from '../../ui/facts';
import { PointLink } from '../../ui/point-link';
import { SeverityBadge } from '../../ui/severity-badge';
import { FaultActions } from './fault-actions';
import { FaultState } from './fault-state';
import { FaultTimeline } from './fault-timeline';
import { type Fault, faultQuery } from './faults.queries';
import { useFaultTexts } from './faults.texts';

interface FaultDetailsProps {
  /** Undefined if the drawer is closed. */
  id: number | undefined;
  onClose: () => void;
}

/** The details of one fault: its fields, its actions and its timeline. */
export function FaultDetails({ id, onClose }: FaultDetailsProps) {
  const t = useFaultTexts();
  return (
    <DetailsDrawer id={id} parameter="fault" title={t('fault')} queryOf={faultQuery} onClose={onClose}>
      {(fault) => (
        <>
          <DetailsHeading title={fault.title}>
            <SeverityBadge severity={fault.severity} />
            <FaultState status={fault.status} />
          </DetailsHeading>
          {fault.description && <Text style={{ whiteSpace: 'pre-wrap' }}>{fault.description}</Text>}
          <FaultActions fault={fault} onDeleted={onClose} />
          <FaultFacts fault={fault} />
          <AlertHistoryOf id={fault.alertId} />
          <Divider />
          <FaultTimeline fault={fault} />
        </>
      )}
    </DetailsDrawer>
  );
}

function FaultFacts({ fault }: { fault: Fault }) {
  const t = useFaultTexts();
  const { dateTime } = useFormat();
  const userName = useUserName();
  const { data: areas } = useQuery(areasQuery);
  const { data: object } = useQuery(objectQuery(fault.objectId));
  const { data: alert } = useQuery(alertQuery(fault.alertId));
  const pointCode = alert?.pointCode ?? null;
  const point = usePointsOf([pointCode]).get(pointCode ?? '');
  const area = areas?.areas.find(({ id }) => id === fault.areaId);
  return (
    <Facts>
      <Fact name={t('assignee')}>{userName(fault.assigneeId) ?? t('nobody')}</Fact>
      <Fact name={t('area')}>
        {area && (
          <Anchor inherit renderRoot={(props) => <Link to="/energy" search={{ area: area.id }} {...props} />}>
            {area.name}
          </Anchor>
        )}
      </Fact>
      <Fact name={t('object')}>{object?.name}</Fact>
      <Fact name={t('point')}>{pointCode && <PointLink point={point} code={pointCode} />}</Fact>
      <Fact name={t('alert')}>
        {fault.alertId && (
          <Anchor
            inherit
            renderRoot={(props) => <Link to="/alerts" search={{ alert: fault.alertId }} {...props} />}
          >
            {t('openAlert')}
          </Anchor>
        )}
      </Fact>
      <Fact name={t('reportedAt')}>{dateTime(fault.reportedAt)}</Fact>
      <Fact name={t('startedAt')}>{fault.startedAt && dateTime(fault.startedAt)}</Fact>
      <Fact name={t('resolvedAt')}>{fault.resolvedAt && dateTime(fault.resolvedAt)}</Fact>
      <Fact name={t('rootCause')}>{fault.rootCause}</Fact>
    </Facts>
  );
}
