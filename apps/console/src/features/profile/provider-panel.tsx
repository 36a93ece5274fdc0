import { useState } from 'react';
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { accountQuery, useAccount } from '../../api/account';
import { beginSession } from '../../api/plantroom';
import { usePlatform } from '../../api/platform';
import { identitiesQuery } from '../../api/user-access';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Notice } from '../../ui/notice';
import { Panel } from '../../ui/panel';
import { ProviderIcon } from '../../ui/provider-sign-in/provider-icon';
import type { UnlinkedOutcome } from '../../ui/provider-sign-in/sign-in-at-provider';
import { useProviderSignIn } from '../../ui/provider-sign-in/use-provider-sign-in';
import { useAction } from '../../ui/use-action';
import { UserIdentities } from '../../ui/user-access/user-access';
import { linkIdentity } from './profile.queries';
import { useProfileTexts } from './profile.texts';

/** Links the account to identities at sign-in providers, and unlinks them. */
export function ProviderPanel() {
  const t = useProfileTexts();
  const { id } = useAccount();
  const providers = usePlatform()?.providers ?? [];
  const [identity, setIdentity] = useState<UnlinkedOutcome | null>(null);
  const [owner, setOwner] = useState<string | null>(null);
  const { start, error } = useProviderSignIn((outcome) => {
    if (outcome.status === 'unlinked') setIdentity(outcome);
    else if (outcome.user.id !== id) setOwner(outcome.user.username);
    else {
      // The sign-in has replaced the session of this page.
      void beginSession(outcome).then(() => notifications.show({ message: t('alreadyLinked') }));
    }
  });
  if (providers.length === 0) return null;
  return (
    <Panel title={t('providers')}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('providersHint')}
        </Text>
        <UserIdentities userId={id} />
        {error && <Notice tone="critical">{error}</Notice>}
        {owner && <Notice tone="caution">{t('linkedToOther', { name: owner })}</Notice>}
        <Group gap="xs">
          {providers.map((provider) => (
            <Button
              key={provider.id}
              variant="default"
              leftSection={<ProviderIcon id={provider.id} />}
              onClick={() => {
                setOwner(null);
                start(provider.id);
              }}
            >
              {t('linkProvider', { provider: provider.name })}
            </Button>
          ))}
        </Group>
      </Stack>
      {identity && <LinkDialog identity={identity} onClose={() => setIdentity(null)} />}
    </Panel>
  );
}

interface LinkDialogProps {
  identity: UnlinkedOutcome;
  onClose: () => void;
}

function LinkDialog({ identity: { bindToken, profile }, onClose }: LinkDialogProps) {
  const t = useProfileTexts();
  const { id, username } = useAccount();
  const [password, setPassword] = useState('');
  const link = useAction(() => linkIdentity({ bindToken, username, password }), {
    done: t('linked'),
    changes: [accountQuery.queryKey, identitiesQuery(id).queryKey],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      title={t('linkTitle')}
      confirm={t('link')}
      isRunning={link.isPending}
      onConfirm={() => link.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{t('linkHint', { name: profile.name ?? profile.email ?? '' })}</Text>
      <PasswordInput
        label={t('currentPassword')}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        data-autofocus
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
