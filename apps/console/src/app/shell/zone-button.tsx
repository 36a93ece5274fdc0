import { UnstyledButton } from '@mantine/core';
import { usePlatform } from '../../api/platform';
import { useFormat } from '../../format/use-format';
import { useChangePreferences, useZoneChoices } from '../preferences/preference-choices';
import { usePreferences } from '../preferences/preferences';
import classes from './shell.module.css';
import { useShellTexts } from './shell.texts';

/** Names the time zone of all times, and switches between the zones of the building and of the device. */
export function ZoneButton() {
  const t = useShellTexts();
  const { timeZone: chosen } = usePreferences();
  const { timeZone } = useFormat();
  const isKnown = usePlatform() !== undefined;
  const other = useZoneChoices().find(({ value }) => value !== chosen);
  const change = useChangePreferences();
  if (!isKnown || !other) return null;
  const zone = timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const label = t('zone', { zone, other: other.label });
  return (
    <UnstyledButton
      className={classes.zone}
      aria-label={label}
      title={label}
      onClick={() => void change({ timeZone: other.value })}
    >
      {zone}
    </UnstyledButton>
  );
}
