import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { refetchSoon, useStream } from '../../api/use-stream';
import { useFormat } from '../../format/use-format';
import { QueryState } from '../../ui/query-state';
import type { WidgetView } from '../../ui/widget/widget-views';
import { MAINTENANCE, undoneOrdersQuery } from './maintenance.queries';
import { useMaintenanceTexts } from './maintenance.texts';
import { WorkState } from './work-state';
import classes from './work-list.module.css';

const MOST = 8;

/** The work orders that are not done, earliest due first. Work orders without a date come last. */
export const WorkWidget: WidgetView = () => {
  const t = useMaintenanceTexts();
  const { dateTime } = useFormat();
  useStream({ maintenance_update: () => refetchSoon(MAINTENANCE) });
  return (
    <QueryState query={useQuery(undoneOrdersQuery)} height={160}>
      {(orders) => {
        if (orders.length === 0) return <Text c="dimmed">{t('noneOpen')}</Text>;
        const sorted = orders.toSorted((a, b) => (a.dueAt ?? '9').localeCompare(b.dueAt ?? '9'));
        return (
          <ul className={classes.list}>
            {sorted.slice(0, MOST).map((order) => (
              <li key={order.id}>
                <Link className={classes.order} to="/maintenance" search={{ order: order.id }}>
                  <Group gap="xs" wrap="nowrap">
                    <WorkState order={order} />
                    <span className={classes.title}>{order.title}</span>
                  </Group>
                  <span className={classes.due}>{order.dueAt && dateTime(order.dueAt)}</span>
                </Link>
              </li>
            ))}
          </ul>
        );
      }}
    </QueryState>
  );
};
