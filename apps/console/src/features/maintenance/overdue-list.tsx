import { mdiCalendarAlert } from '@mdi/js';
import { Group, UnstyledButton } from '@mantine/core';
import { useFormat } from '../../format/use-format';
import { Icon } from '../../ui/icon';
import { Notice } from '../../ui/notice';
import type { WorkOrder } from './maintenance.queries';
import { useMaintenanceTexts } from './maintenance.texts';
import classes from './work-list.module.css';

interface OverdueListProps {
  orders: readonly WorkOrder[];
  onOpen: (order: WorkOrder) => void;
}

/** The work that should have been done by now, longest overdue first. */
export function OverdueList({ orders, onOpen }: OverdueListProps) {
  const t = useMaintenanceTexts();
  const { dateTime } = useFormat();
  const sorted = orders.toSorted((a, b) => (a.dueAt ?? '').localeCompare(b.dueAt ?? ''));
  return (
    <Notice tone="critical" title={t('overdueCount', { count: orders.length })}>
      <ul className={`${classes.list} ${classes.scrolls}`}>
        {sorted.map((order) => (
          <li key={order.id}>
            <UnstyledButton className={classes.order} onClick={() => onOpen(order)}>
              <Group gap="xs" wrap="nowrap">
                <Icon path={mdiCalendarAlert} />
                <span className={classes.title}>{order.title}</span>
              </Group>
              <span className={classes.due}>{dateTime(order.dueAt)}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
