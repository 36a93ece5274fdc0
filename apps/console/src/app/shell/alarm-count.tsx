import { ActionIcon, Tooltip } from '@mantine/core';
import { mdiBellOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { unacknowledgedQuery } from '../../api/alarms';
import { Icon } from '../../ui/icon';
import classes from './alarm-count.module.css';
import { useShellTexts } from './shell.texts';

const MOST_SHOWN = 99;

/** The number of alarms that nobody has acknowledged. The link of `AlarmLink` names it to screen readers. */
export function AlarmCount() {
  const { data: count = 0 } = useQuery(unacknowledgedQuery);
  if (count === 0) return null;
  return (
    <span className={classes.count} aria-hidden="true">
      {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
    </span>
  );
}

/** Leads to the alarms that nobody has acknowledged, and shows their number. */
export function AlarmLink() {
  const t = useShellTexts();
  const { data: count } = useQuery(unacknowledgedQuery);
  const label =
    count === undefined ? t('unacknowledged') : t(count === 1 ? 'oneAlarm' : 'alarmCount', { count });
  return (
    <Tooltip label={label}>
      <ActionIcon
        className={classes.link}
        variant="subtle"
        color="gray"
        size="lg"
        radius="xl"
        aria-label={label}
        renderRoot={(props) => <Link to="/alarms" search={{ acknowledged: false }} {...props} />}
      >
        <Icon path={mdiBellOutline} />
        <AlarmCount />
      </ActionIcon>
    </Tooltip>
  );
}
