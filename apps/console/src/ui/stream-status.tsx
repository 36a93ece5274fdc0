import { Tooltip } from '@mantine/core';
import { useStreamStatus } from '../api/use-stream';
import classes from './stream-status.module.css';
import { useUiTexts } from './ui.texts';

const TEXTS = {
  connecting: ['connecting', 'connectingHint'],
  connected: ['live', 'liveHint'],
  lost: ['offline', 'offlineHint'],
  ended: ['notLive', 'notLiveHint'],
} as const;

/** Whether live updates arrive. */
export function StreamStatus() {
  const t = useUiTexts();
  const status = useStreamStatus();
  const [title, hint] = TEXTS[status];
  return (
    <Tooltip label={t(hint)} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      <output className={classes.status} data-status={status}>
        <span className={classes.dot} />
        {t(title)}
      </output>
    </Tooltip>
  );
}
