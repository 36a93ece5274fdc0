import { useState } from 'react';
import { Alert, Anchor, Button, Divider, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { beginSession, plantroom } from '../../api/plantroom';
import { usePlatform } from '../../api/platform';
import { ProviderIcon } from '../../ui/provider-sign-in/provider-icon';
import type { UnlinkedOutcome } from '../../ui/provider-sign-in/sign-in-at-provider';
import { useProviderSignIn } from '../../ui/provider-sign-in/use-provider-sign-in';
import { useErrorText } from '../../ui/use-error-text';
import { LinkForm } from './link-form';
import { Failure, OpenPage } from './open-page';
import { useSignInTexts } from './sign-in.texts';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const t = useSignInTexts();
  const router = useRouter();
  const { returnTo = '/' } = route.useSearch();
  const [identity, setIdentity] = useState<UnlinkedOutcome | null>(null);
  const isNew = usePlatform()?.isNew;
  const onSignedIn = () => router.history.push(returnTo);
  return (
    <OpenPage title={t('title')} intro={t('intro')}>
      {identity ? (
        <LinkForm identity={identity} onSignedIn={onSignedIn} onBack={() => setIdentity(null)} />
      ) : (
        <>
          <PasswordForm onSignedIn={onSignedIn} />
          <Providers onSignedIn={onSignedIn} onUnlinked={setIdentity} />
          {isNew && (
            <Text size="xs" c="dimmed">
              {t('hint')}
            </Text>
          )}
        </>
      )}
    </OpenPage>
  );
}

function PasswordForm({ onSignedIn }: { onSignedIn: () => void }) {
  const t = useSignInTexts();
  const errorText = useErrorText();
  const { reason } = route.useSearch();
  const canRegister = usePlatform()?.registrationEnabled;
  const form = useForm({
    initialValues: { username: '', password: '' },
    validate: {
      username: (text) => (text.trim() === '' ? t('usernameMissing') : null),
      password: (text) => (text === '' ? t('passwordMissing') : null),
    },
  });
  const signIn = useMutation({
    mutationFn: ({ username, password }: typeof form.values) => plantroom.signIn(username.trim(), password),
    onSuccess: onSignedIn,
    onError: () => form.setFieldValue('password', ''),
  });
  return (
    <>
      {reason && !signIn.isError && (
        <Alert color="yellow" variant="outline">
          {t('ended')}
        </Alert>
      )}
      {signIn.isError && <Failure>{errorText(signIn.error)}</Failure>}
      <form onSubmit={form.onSubmit((values) => signIn.mutate(values))} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('username')}
            autoComplete="username"
            size="md"
            {...form.getInputProps('username')}
          />
          <PasswordInput
            label={t('password')}
            autoComplete="current-password"
            size="md"
            visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
            {...form.getInputProps('password')}
          />
          <Button type="submit" size="md" loading={signIn.isPending}>
            {t('submit')}
          </Button>
          <Group justify="space-between" gap="xs">
            <Anchor size="sm" renderRoot={(props) => <Link to="/forgot-password" {...props} />}>
              {t('forgot')}
            </Anchor>
            {canRegister && (
              <Anchor size="sm" renderRoot={(props) => <Link to="/register" {...props} />}>
                {t('register')}
              </Anchor>
            )}
          </Group>
        </Stack>
      </form>
    </>
  );
}

interface ProvidersProps {
  onSignedIn: () => void;
  onUnlinked: (identity: UnlinkedOutcome) => void;
}

function Providers({ onSignedIn, onUnlinked }: ProvidersProps) {
  const t = useSignInTexts();
  const providers = usePlatform()?.providers ?? [];
  const { start, error } = useProviderSignIn((outcome) => {
    if (outcome.status === 'unlinked') onUnlinked(outcome);
    else void beginSession(outcome).then(onSignedIn);
  });
  if (providers.length === 0) return null;
  return (
    <Stack gap="sm">
      <Divider label={t('or')} />
      {error && <Failure>{error}</Failure>}
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          size="md"
          leftSection={<ProviderIcon id={id} />}
          onClick={() => start(id)}
        >
          {t('signInWith', { provider: name })}
        </Button>
      ))}
    </Stack>
  );
}
