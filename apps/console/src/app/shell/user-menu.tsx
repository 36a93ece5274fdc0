import {
  ActionIcon,
  Avatar,
  Group,
  Popover,
  SegmentedControl,
  Stack,
  Text,
  Button,
  Divider,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { mdiLogout } from '@mdi/js';
import { useRouter } from '@tanstack/react-router';
import { useAccount } from '../../api/account';
import { LANGUAGE_NAMES } from '../../i18n/language';
import { Icon } from '../../ui/icon';
import { type Preferences, changePreferences, usePreferences } from '../preferences/preferences';
import { signOut } from '../session';
import { type ShellText, useShellTexts } from './shell.texts';

/** The account, the preferences that change how everything looks, and the way out. */
export function UserMenu() {
  const t = useShellTexts();
  const router = useRouter();
  const { username, role } = useAccount();
  return (
    <Popover position="bottom-end" width={320} shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          radius="xl"
          aria-label={t('account', { name: username })}
        >
          <Avatar size={30} radius="xl" color="teal" variant="filled">
            {username.slice(0, 2).toUpperCase()}
          </Avatar>
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <div>
            <Text fw={600}>{username}</Text>
            <Text size="sm" c="dimmed">
              {t(role)}
            </Text>
          </div>
          <Divider />
          <Choice name="theme" values={['system', 'light', 'dark']} />
          <Choice name="density" values={['comfortable', 'compact']} />
          <Choice name="fontSize" values={['normal', 'large']} />
          <LanguageChoice />
          <Divider />
          <Button
            variant="default"
            leftSection={<Icon path={mdiLogout} />}
            onClick={() => void signOut(router)}
          >
            {t('signOut')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ChoiceProps<Name extends keyof Preferences> {
  name: Name & ShellText;
  values: (Preferences[Name] & ShellText)[];
}

function Choice<Name extends 'theme' | 'density' | 'fontSize'>({ name, values }: ChoiceProps<Name>) {
  const t = useShellTexts();
  return (
    <PreferenceRow title={t(name)} name={name} data={values.map((value) => ({ value, label: t(value) }))} />
  );
}

function LanguageChoice() {
  return <PreferenceRow title={useShellTexts()('language')} name="language" data={LANGUAGE_NAMES} />;
}

interface PreferenceRowProps {
  title: string;
  name: 'theme' | 'density' | 'fontSize' | 'language';
  data: { value: string; label: string }[];
}

function PreferenceRow({ title, name, data }: PreferenceRowProps) {
  const t = useShellTexts();
  const preferences = usePreferences();
  const change = async (value: string) => {
    try {
      await changePreferences({ [name]: value });
    } catch {
      notifications.show({ color: 'yellow', message: t('notSaved') });
    }
  };
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
        onChange={(value) => void change(value)}
      />
    </Group>
  );
}
