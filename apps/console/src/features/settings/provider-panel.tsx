import { Code, Group, Stack, Text } from '@mantine/core';
import { usePlatform } from '../../api/platform';
import { StateBadge } from '../../ui/badge';
import { CopyText } from '../../ui/copy-text';
import { Panel } from '../../ui/panel';
import { ProviderIcon } from '../../ui/provider-sign-in/provider-icon';
import { useSettingsTexts } from './settings.texts';

const PROVIDERS = [
  { id: 'google', name: 'Google' },
  { id: 'microsoft', name: 'Microsoft' },
];

/** Which sign-in providers are configured. They are configured in the environment of the service. */
export function ProviderPanel() {
  const t = useSettingsTexts();
  const configured = usePlatform()?.providers ?? [];
  return (
    <Panel title={t('providers')}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('providersHint')}
        </Text>
        {PROVIDERS.map((provider) => (
          <Provider
            key={provider.id}
            {...provider}
            isConfigured={configured.some(({ id }) => id === provider.id)}
          />
        ))}
      </Stack>
    </Panel>
  );
}

interface ProviderProps {
  id: string;
  name: string;
  isConfigured: boolean;
}

function Provider({ id, name, isConfigured }: ProviderProps) {
  const t = useSettingsTexts();
  const variable = `OAUTH_${id.toUpperCase()}_CLIENT`;
  const address = `${location.origin}/api/auth/oauth/${id}/callback`;
  return (
    <Stack gap={6} component="section" aria-label={name}>
      <Group justify="space-between">
        <Group gap="xs">
          <ProviderIcon id={id} />
          <Text size="sm" fw={600}>
            {name}
          </Text>
        </Group>
        <StateBadge tone={isConfigured ? 'good' : 'neutral'}>
          {t(isConfigured ? 'configured' : 'notConfigured')}
        </StateBadge>
      </Group>
      {!isConfigured && (
        <Text size="xs" c="dimmed">
          {t('variables')} <Code>{variable}_ID</Code> <Code>{variable}_SECRET</Code>
        </Text>
      )}
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t('redirectAddress')} {address}
        </Text>
        <CopyText text={address} label={t('copyOf', { name })} size="compact-xs" />
      </Group>
    </Stack>
  );
}
