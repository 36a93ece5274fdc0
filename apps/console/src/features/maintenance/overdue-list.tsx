import { mdiCalendarAlert, mdiCalendarQuestionOutline } from '@mdi/js';
import { Group, Title, UnstyledButton } from '@mantine/core';
import { useFormat } from '../../format/use-format';
import { Icon } from '../../ui/icon';
import { Notice } from '../../ui/notice';
import type { WorkOrder } from './maintenance.queries';
import { useMaintenanceTexts } from './maintenance.texts';
import classes from './work-list.module.css';

interface OrderListProps {
  orders: readonly WorkOrder[];
  onOpen: (order: WorkOrder) => void;
}

/** The work that should have been done by now, longest overdue first. */
export function OverdueList({ orders, onOpen }: OrderListProps) {
  const t = useMaintenanceTexts();
  const sorted = orders.toSorted((a, b) => (a.dueAt ?? '').localeCompare(b.dueAt ?? ''));
  return (
    <Notice tone="critical" title={t('overdueCount', { count: orders.length })}>
      <OrderList orders={sorted} onOpen={onOpen} />
    </Notice>
  );
}

/** The work that has no due date, so the calendar does not show it. */
export function UndatedList({ orders, onOpen }: OrderListProps) {
  const t = useMaintenanceTexts();
  return (
    <section>
      <Title order={3} size="h5" mt="md">
        {t('undated')}
      </Title>
      <OrderList orders={orders} onOpen={onOpen} />
    </section>
  );
}

function OrderList({ orders, onOpen }: OrderListProps) {
  const { dateTime } = useFormat();
  return (
    <ul className={`${classes.list} ${classes.scrolls}`}>
      {orders.map((order) => (
        <li key={order.id}>
          <UnstyledButton className={classes.order} onClick={() => onOpen(order)}>
            <Group gap="xs" wrap="nowrap">
              <Icon path={order.dueAt ? mdiCalendarAlert : mdiCalendarQuestionOutline} />
              <span className={classes.title}>{order.title}</span>
            </Group>
            {order.dueAt && <span className={classes.due}>{dateTime(order.dueAt)}</span>}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
