import { Menu, UnstyledButton } from '@mantine/core';
import { mdiCheck } from '@mdi/js';
import { usePlatform } from '../../api/platform';
import { useFormat } from '../../format/use-format';
import { Icon } from '../../ui/icon';
import { useChangePreferences, useZoneChoices } from '../preferences/preference-choices';
import { usePreferences } from '../preferences/preferences';
import classes from './shell.module.css';
import { useShellTexts } from './shell.texts';

/** Names the time zone of all times, and offers the one of the device. */
export function ZoneMenu() {
  const t = useShellTexts();
  const { timeZone: chosen } = usePreferences();
  const { timeZone } = useFormat();
  const isKnown = usePlatform() !== undefined;
  const choices = useZoneChoices();
  const change = useChangePreferences();
  if (!isKnown) return null;
  const zone = timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.zone} aria-label={t('zone', { zone })} title={t('zone', { zone })}>
          {zone}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ value, label }) => (
          <Menu.Item
            key={value}
            aria-current={value === chosen}
            rightSection={value === chosen && <Icon path={mdiCheck} size={16} />}
            onClick={() => void change({ timeZone: value })}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
