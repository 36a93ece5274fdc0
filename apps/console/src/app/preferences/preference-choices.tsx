import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { usePlatform } from '../../api/platform';
import type { FormatChoices } from '../../format/regional-formats';
import { LANGUAGE_NAMES } from '../../i18n/language';
import { ALLOWED, type Preferences } from './preference-layers';
import { changePreferences, overridePreferences, usePreferences } from './preferences';
import { usePreferenceTexts } from './preferences.texts';

/** Whether a change applies on this device only, instead of wherever the user signs in. */
export interface ChangeProps {
  onDevice?: boolean;
}

/** The preferences for the appearance: theme, density, font size and language. */
export function AppearanceChoices({ onDevice }: ChangeProps) {
  const t = usePreferenceTexts();
  return (
    <Stack gap="sm">
      <Choice
        name="theme"
        onDevice={onDevice}
        data={ALLOWED.theme.map((value) => ({ value, label: t(value) }))}
      />
      <Choice
        name="density"
        onDevice={onDevice}
        data={ALLOWED.density.map((value) => ({ value, label: t(value) }))}
      />
      <Choice
        name="fontSize"
        onDevice={onDevice}
        data={ALLOWED.fontSize.map((value) => ({ value, label: t(value) }))}
      />
      <Choice name="language" onDevice={onDevice} data={LANGUAGE_NAMES} />
    </Stack>
  );
}

/** Returns the time zones in which times can be shown, with their names. */
export function useZoneChoices(): { value: FormatChoices['timeZone']; label: string }[] {
  const t = usePreferenceTexts();
  const zone = usePlatform()?.timezone ?? 'UTC';
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return [
    { value: 'building', label: t('building', { zone }) },
    { value: 'local', label: t('local', { zone: timeZone }) },
  ];
}

/** Returns a function that changes preferences, and shows a message if they could not be saved. */
export function useChangePreferences({ onDevice }: ChangeProps = {}): (
  changes: Partial<Preferences>,
) => Promise<void> {
  const t = usePreferenceTexts();
  return async (changes) => {
    if (onDevice) return overridePreferences(changes);
    try {
      await changePreferences(changes);
    } catch {
      notifications.show({ color: 'yellow', message: t('notSaved') });
    }
  };
}

interface ChoiceProps extends ChangeProps {
  name: 'theme' | 'density' | 'fontSize' | 'language';
  data: { value: string; label: string }[];
}

function Choice({ name, data, onDevice }: ChoiceProps) {
  const title = usePreferenceTexts()(name);
  const preferences = usePreferences();
  const change = useChangePreferences({ onDevice });
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <SegmentedControl
        size="xs"
        aria-label={title}
        data={data}
        value={preferences[name]}
        onChange={(value) => void change({ [name]: value })}
      />
    </Group>
  );
}
