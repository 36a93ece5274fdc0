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
  const { timeZone: chosen, language } = usePreferences();
  const { timeZone } = useFormat();
  const ofBuilding = usePlatform()?.timezone;
  const other = useZoneChoices().find(({ value }) => value !== chosen);
  const change = useChangePreferences();
  const ofDevice = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (ofBuilding === undefined || !other) return null;
  const zone = timeZone ?? ofDevice;
  const short = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'short' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value;
  const name = (
    <>
      <span className={classes.zoneName}>{zone}</span>
      <span className={classes.shortZone}>{short}</span>
    </>
  );
  if (ofBuilding === ofDevice) {
    return (
      <span className={classes.zone} title={t('sameZone')}>
        {name}
      </span>
    );
  }
  const label = t('zone', { zone, other: other.label });
  return (
    <UnstyledButton
      className={classes.zone}
      aria-label={label}
      title={label}
      onClick={() => void change({ timeZone: other.value })}
    >
      {name}
    </UnstyledButton>
  );
}
