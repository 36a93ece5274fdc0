import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { LANGUAGE_NAMES } from '../../i18n/language';
import { type Preferences, changePreferences, usePreferences } from './preferences';
import { usePreferenceTexts } from './preferences.texts';

/** The preferences for the appearance: theme, density, font size and language. */
export function AppearanceChoices() {
  const t = usePreferenceTexts();
  return (
    <Stack gap="sm">
      <Choice
        name="theme"
        data={(['system', 'light', 'dark'] as const).map((value) => ({ value, label: t(value) }))}
      />
      <Choice
        name="density"
        data={(['comfortable', 'compact'] as const).map((value) => ({ value, label: t(value) }))}
      />
      <Choice
        name="fontSize"
        data={(['normal', 'large'] as const).map((value) => ({ value, label: t(value) }))}
      />
      <Choice name="language" data={LANGUAGE_NAMES} />
    </Stack>
  );
}

/** Returns a function that changes preferences, and shows a message if they could not be stored. */
export function useChangePreferences(): (changes: Partial<Preferences>) => Promise<void> {
  const t = usePreferenceTexts();
  return async (changes) => {
    try {
      await changePreferences(changes);
    } catch {
      notifications.show({ color: 'yellow', message: t('notSaved') });
    }
  };
}

interface ChoiceProps {
  name: 'theme' | 'density' | 'fontSize' | 'language';
  data: { value: string; label: string }[];
}

function Choice({ name, data }: ChoiceProps) {
  const title = usePreferenceTexts()(name);
  const preferences = usePreferences();
  const change = useChangePreferences();
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
