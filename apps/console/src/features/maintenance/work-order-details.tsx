import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { objectQuery } from '../../api/objects';
import { useUserName } from '../../api/user-names';
import { useFormat } from '../../format/use-format';
import { AlertHistoryOf } from '../../ui/alert-history';
import { DetailsDrawer, DetailsHeading } from '../../ui/details-drawer';
import { Fact, Facts } from '../../ui/facts';
import { RecordTrend } from '../../ui/trend/trend-view';
import { Checklist } from './checklist';
import { type Recurrence, repairedFaultQuery, type WorkOrder, workOrderQuery } from './maintenance.queries';
import { useMaintenanceTexts } from './maintenance.texts';
import { planOf } from './recurrence';
import { Priority } from './priority';
import { WorkOrderActions } from './work-order-actions';
import { WorkState } from './work-state';
import { isClosed } from './work-steps';

interface WorkOrderDetailsProps {
  /** Undefined if the drawer is closed. */
  id: number | undefined;
  onClose: () => void;
}

/** The details of one work order: its fields, its actions and its checklist. */
export function WorkOrderDetails({ id, onClose }: WorkOrderDetailsProps) {
  const t = useMaintenanceTexts();
  return (
    <DetailsDrawer id={id} parameter="order" title={t('order')} queryOf={workOrderQuery} onClose={onClose}>
      {(order) => (
        <>
          <DetailsHeading title={order.title}>
            <WorkState order={order} />
            <Priority priority={order.priority} />
          </DetailsHeading>
          {order.description && <Text style={{ whiteSpace: 'pre-wrap' }}>{order.description}</Text>}
          <WorkOrderActions order={order} onDeleted={onClose} />
          {order.checklist.length > 0 && <Checklist order={order} />}
          <WorkFacts order={order} />
          <WorkCharts order={order} />
        </>
      )}
    </DetailsDrawer>
  );
}

function WorkFacts({ order }: { order: WorkOrder }) {
  const t = useMaintenanceTexts();
  const { dateTime } = useFormat();
  const userName = useUserName();
  const { data: object } = useQuery(objectQuery(order.objectId));
  const { data: fault } = useQuery(repairedFaultQuery(order.faultId));
  return (
    <Facts>
      <Fact name={t('dueAt')}>{dateTime(order.dueAt)}</Fact>
      <Fact name={t('type')}>{t(`type.${order.type}`)}</Fact>
      <Fact name={t('assignee')}>{userName(order.assigneeId) ?? t('nobody')}</Fact>
      <Fact name={t('object')}>{object?.name}</Fact>
      <Fact name={t('fault')}>
        {fault && (
          <Anchor
            inherit
            renderRoot={(props) => <Link to="/faults" search={{ fault: fault.id }} {...props} />}
          >
            {fault.title}
          </Anchor>
        )}
      </Fact>
      <Fact name={t('recurrence')}>
        {order.recurrence && <RecurrenceText recurrence={order.recurrence} order={order} />}
      </Fact>
      <Fact name={t('startedAt')}>{order.startedAt && dateTime(order.startedAt)}</Fact>
      <Fact name={t('completedAt')}>{order.completedAt && dateTime(order.completedAt)}</Fact>
    </Facts>
  );
}

/** The values around the alert of the repaired fault, and those of the point that counts running hours. */
function WorkCharts({ order: { faultId, recurrence } }: { order: WorkOrder }) {
  const { data: fault } = useQuery(repairedFaultQuery(faultId));
  return (
    <>
      <AlertHistoryOf id={fault?.alertId ?? null} />
      {recurrence?.pointCode && <RecordTrend trend={{ series: [recurrence.pointCode], range: '30d' }} />}
    </>
  );
}

function RecurrenceText({ recurrence, order }: { recurrence: Recurrence; order: WorkOrder }) {
  const t = useMaintenanceTexts();
  const { number } = useFormat();
  const { cron, pointCode, everyHours } = recurrence;
  const plan = cron ? planOf(cron) : null;
  const frequency =
    plan?.frequency === 'custom'
      ? t('every.cron', { cron: plan.cron })
      : plan && t(`frequency.${plan.frequency}`);
  return (
    <>
      {frequency ?? t('every.hours', { hours: number(everyHours), point: pointCode ?? '' })}
      {!isClosed(order.status) && (
        <Text size="xs" c="dimmed">
          {t('seriesHint')}
        </Text>
      )}
    </>
  );
}
