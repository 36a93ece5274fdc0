import { Button, Group, Text } from '@mantine/core';
import { useChangePreferences } from '../../app/preferences/preference-choices';
import type { PreferenceName } from '../../app/preferences/preference-layers';
import { removeOverrides, useOverrides } from '../../app/preferences/preferences';
import { usePreferenceTexts } from '../../app/preferences/preferences.texts';
import { useProfileTexts } from './profile.texts';

/** Names the preferences that apply on this device only, and offers to save or to remove them. */
export function OverrideNotice() {
  const t = useProfileTexts();
  const title = usePreferenceTitle();
  const overrides = useOverrides();
  const change = useChangePreferences();
  const names = Object.keys(overrides) as PreferenceName[];
  if (names.length === 0) return null;
  return (
    <div>
      <Text component="output" display="block" size="sm">
        {t('overrides', { names: names.map(title).join(' · ') })}
      </Text>
      <Group gap="xs" mt={6}>
        <Button size="xs" variant="default" onClick={() => void change(overrides)}>
          {t('saveOverrides')}
        </Button>
        <Button size="xs" variant="default" onClick={removeOverrides}>
          {t('removeOverrides')}
        </Button>
      </Group>
    </div>
  );
}

function usePreferenceTitle(): (name: PreferenceName) => string {
  const profile = useProfileTexts();
  const appearance = usePreferenceTexts();
  return (name) => {
    switch (name) {
      case 'desktopNotification':
      case 'alertSound':
      case 'showBreadcrumb':
      case 'sidebarCollapsed':
        return profile(name);
      default:
        return appearance(name);
    }
  };
}
