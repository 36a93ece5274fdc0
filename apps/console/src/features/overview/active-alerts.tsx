import { Text } from '@mantine/core';
import { mdiCheckCircleOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../format/use-format';
import { useAlertText } from '../../ui/messages/use-message-text';
import { Panel } from '../../ui/panel';
import { QueryState } from '../../ui/query-state';
import { SeverityBadge } from '../../ui/severity-badge';
import { EmptyState } from '../../ui/states';
import classes from './active-alerts.module.css';
import { worstAlertsQuery } from './overview.queries';
import { useOverviewTexts } from './overview.texts';

/** The worst active alerts, and the newest of the same severity first. */
export function ActiveAlerts() {
  const t = useOverviewTexts();
  const text = useAlertText();
  const { dateTime } = useFormat();
  return (
    <Panel
      title={t('alerts')}
      actions={
        <Link to="/alerts" className={classes.all}>
          {t('allAlerts')}
        </Link>
      }
    >
      <QueryState query={useQuery(worstAlertsQuery)} height={240}>
        {(alerts) =>
          alerts.length === 0 ? (
            <EmptyState title={t('noAlerts')} icon={mdiCheckCircleOutline} />
          ) : (
            <ul className={classes.list}>
              {alerts.map(({ id, title, titleText, severity, raisedAt }) => (
                <li key={id} className={classes.item}>
                  <Link to="/alerts" search={{ alert: id }} className={classes.title}>
                    {text(title, titleText)}
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
