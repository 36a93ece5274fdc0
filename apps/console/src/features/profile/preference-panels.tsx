import { useState } from 'react';
import { Button, Divider, Group, Stack, Switch, Text } from '@mantine/core';
import { mdiVolumeHigh } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { canPush, switchPushOff, switchPushOn, thisDeviceQuery } from '../../api/push';
import { AppearanceChoices, useChangePreferences } from '../../app/preferences/preference-choices';
import { usePreferences } from '../../app/preferences/preferences';
import { playAlertSound } from '../../app/shell/alert-sound';
import { useFormat } from '../../format/use-format';
import { Icon } from '../../ui/icon';
import { Panel } from '../../ui/panel';
import { useAction } from '../../ui/use-action';
import { OverrideNotice } from './override-notice';
import { FormatFields } from './format-fields';
import { useProfileTexts } from './profile.texts';

/** The preferences for the appearance. They apply at once. */
export function AppearancePanel() {
  const t = useProfileTexts();
  const { showBreadcrumb, sidebarCollapsed } = usePreferences();
  const [onDevice, setOnDevice] = useState(false);
  const change = useChangePreferences({ onDevice });
  return (
    <Panel title={t('appearance')}>
      <Stack gap="md">
        <AppearanceChoices onDevice={onDevice} />
        <Switch
          label={t('showBreadcrumb')}
          checked={showBreadcrumb}
          onChange={({ currentTarget }) => void change({ showBreadcrumb: currentTarget.checked })}
        />
        <Switch
          label={t('sidebarCollapsed')}
          checked={sidebarCollapsed}
          onChange={({ currentTarget }) => void change({ sidebarCollapsed: currentTarget.checked })}
        />
        <Divider />
        <Switch
          label={t('onDevice')}
          description={t('onDeviceHint')}
          checked={onDevice}
          onChange={({ currentTarget }) => setOnDevice(currentTarget.checked)}
        />
        <OverrideNotice />
      </Stack>
    </Panel>
  );
}

/** How dates, times and numbers are written. */
export function FormatPanel() {
  const t = useProfileTexts();
  const { dateTime, quantity } = useFormat();
  const [now] = useState(() => new Date().toISOString());
  return (
    <Panel title={t('formats')}>
      <Stack gap="sm">
        <FormatFields />
        <Text component="output" size="sm" c="dimmed">
          {t('example', { time: dateTime(now), energy: quantity(12_345.6, 'kWh') })}
        </Text>
        <Text size="xs" c="dimmed">
          {t('formatsHint')}
        </Text>
      </Stack>
    </Panel>
  );
}

type Refusal = 'notAllowed' | 'notOffered';

/** How new alerts are announced while the console is open. */
export function AnnouncementPanel() {
  const t = useProfileTexts();
  const { desktopNotification, alertSound } = usePreferences();
  const change = useChangePreferences();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const changeNotification = async (wanted: boolean) => {
    const refused = wanted ? await askForNotifications() : null;
    setRefusal(refused);
    if (!refused) await change({ desktopNotification: wanted });
  };
  const { data: device } = useQuery(thisDeviceQuery);
  const { mutate: changePush, isPending } = useAction(
    async (wanted: boolean) => {
      const refused = wanted ? await askForPush() : null;
      setRefusal(refused);
      if (wanted && !refused) await switchPushOn();
      if (!wanted) await switchPushOff();
    },
    { changes: [thisDeviceQuery.queryKey] },
  );
  return (
    <Panel title={t('announcements')}>
      <Stack gap="md">
        <Switch
          label={t('push')}
          description={t('pushHint')}
          checked={!!device}
          disabled={isPending}
          onChange={({ currentTarget }) => changePush(currentTarget.checked)}
        />
        <Switch
          label={t('desktopNotification')}
          description={t('desktopHint')}
          checked={desktopNotification}
          onChange={({ currentTarget }) => void changeNotification(currentTarget.checked)}
        />
        {refusal && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {t(refusal)}
          </Text>
        )}
        <Group justify="space-between">
          <Switch
            label={t('alertSound')}
            checked={alertSound}
            onChange={({ currentTarget }) => void change({ alertSound: currentTarget.checked })}
          />
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon path={mdiVolumeHigh} size={16} />}
            onClick={playAlertSound}
          >
            {t('tryOut')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}

function askForPush(): Promise<Refusal | null> {
  return canPush ? askForNotifications() : Promise.resolve('notOffered');
}

/** Asks the user for the permission if necessary. Returns the reason why notifications are not possible, or null. */
async function askForNotifications(): Promise<Refusal | null> {
  if (!('Notification' in globalThis)) return 'notOffered';
  return (await Notification.requestPermission()) === 'granted' ? null : 'notAllowed';
}
