import { useState } from 'react';
import { ActionIcon, Button, Divider, Group, Popover, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { mdiAccountOutline, mdiLogout } from '@mdi/js';
import { useRouter } from '@tanstack/react-router';
import { useAccount } from '../../api/account';
import { Icon } from '../../ui/icon';
import { LeaveQuestion } from '../../ui/leave-guard';
import { useRoleTexts } from '../../ui/role.texts';
import { hasUnsaved, pageForms } from '../../ui/unsaved';
import { UserAvatar } from '../../ui/user-avatar';
import { AppearanceChoices } from '../preferences/preference-choices';
import { signOut } from '../session';
import { useShellTexts } from './shell.texts';

/** A menu with the account, the preferences for the appearance, and the sign-out. */
export function UserMenu() {
  const t = useShellTexts();
  const roles = useRoleTexts();
  const router = useRouter();
  const account = useAccount();
  const [isOpen, { toggle, close }] = useDisclosure();
  const [isAsking, setAsking] = useState(false);
  const { username, role } = account;
  const leave = () => void signOut(router);
  const requestLeave = () => {
    close();
    if (hasUnsaved(pageForms)) setAsking(true);
    else leave();
  };
  const openProfile = () => {
    close();
    void router.navigate({ to: '/profile' });
  };
  return (
    <>
      <Popover position="bottom-end" width={320} shadow="md" trapFocus opened={isOpen} onDismiss={close}>
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            radius="xl"
            aria-label={t('account', { name: username })}
            onClick={toggle}
          >
            <UserAvatar user={account} size={30} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown>
          <Stack gap="sm">
            <Group wrap="nowrap">
              <UserAvatar user={account} size={40} />
              <div>
                <Text fw={600}>{username}</Text>
                <Text size="sm" c="dimmed">
                  {roles(role)}
                </Text>
              </div>
            </Group>
            <Divider />
            <AppearanceChoices />
            <Divider />
            <Button variant="default" leftSection={<Icon path={mdiAccountOutline} />} onClick={openProfile}>
              {t('profile')}
            </Button>
            <Button variant="default" leftSection={<Icon path={mdiLogout} />} onClick={requestLeave}>
              {t('signOut')}
            </Button>
          </Stack>
        </Popover.Dropdown>
      </Popover>
      <LeaveQuestion isOpen={isAsking} onLeave={leave} onStay={() => setAsking(false)} />
    </>
  );
}
