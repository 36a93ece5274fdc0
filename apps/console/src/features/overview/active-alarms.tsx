import { Text } from '@mantine/core';
import { mdiCheckCircleOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../format/use-format';
import { Panel } from '../../ui/panel';
import { QueryState } from '../../ui/query-state';
import { SeverityBadge } from '../../ui/severity-badge';
import { EmptyState } from '../../ui/states';
import classes from './active-alarms.module.css';
import { activeAlarmsQuery } from './overview.queries';
import { useOverviewTexts } from './overview.texts';

/** The worst active alarms, and the newest of the same severity first. */
export function ActiveAlarms() {
  const t = useOverviewTexts();
  const { dateTime } = useFormat();
  return (
    <Panel
      title={t('alarms')}
      actions={
        <Link to="/alarms" className={classes.all}>
          {t('allAlarms')}
        </Link>
      }
    >
      <QueryState query={useQuery(activeAlarmsQuery)} height={240}>
        {(alarms) =>
          alarms.length === 0 ? (
            <EmptyState title={t('noAlarms')} icon={mdiCheckCircleOutline} />
          ) : (
            <ul className={classes.list}>
              {alarms.map(({ id, title, severity, raisedAt }) => (
                <li key={id} className={classes.item}>
                  <Link to="/alarms" search={{ alarm: id }} className={classes.title}>
                    {title}
                  </Link>
                  <SeverityBadge severity={severity} />
                  <Text size="xs" c="dimmed">
                    {dateTime(raisedAt)}
                  </Text>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </Panel>
  );
}
