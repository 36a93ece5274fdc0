import { ActionIcon, Tooltip } from '@mantine/core';
import { mdiBellOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { unacknowledgedQuery } from '../../api/alerts';
import { Icon } from '../../ui/icon';
import classes from './alert-count.module.css';
import { useShellTexts } from './shell.texts';

const MOST_SHOWN = 99;

/** The number of alerts that nobody has acknowledged. The link of `AlertLink` names it to screen readers. */
export function AlertCount() {
  const { data: count = 0 } = useQuery(unacknowledgedQuery);
  if (count === 0) return null;
  return (
    <span className={classes.count} aria-hidden="true">
      {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
    </span>
  );
}

/** Leads to the alerts that nobody has acknowledged, and shows their number. */
export function AlertLink() {
  const t = useShellTexts();
  const { data: count } = useQuery(unacknowledgedQuery);
  const label =
    count === undefined ? t('unacknowledged') : t(count === 1 ? 'oneAlert' : 'alertCount', { count });
  return (
    <Tooltip label={label}>
      <ActionIcon
        className={classes.link}
        variant="subtle"
        color="gray"
        size="lg"
        radius="xl"
        aria-label={label}
        renderRoot={(props) => <Link to="/alerts" search={{ acknowledged: false }} {...props} />}
      >
        <Icon path={mdiBellOutline} />
        <AlertCount />
      </ActionIcon>
    </Tooltip>
  );
}
