import { useState } from 'react';
import { Button, PasswordInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { beginSession, plantroom, unwrap } from '../../api/plantroom';
import { usePlatform } from '../../api/platform';
import { fieldErrors } from '../../ui/field-errors';
import type { UnlinkedOutcome } from '../../ui/provider-sign-in/sign-in-at-provider';
import { useErrorText } from '../../ui/use-error-text';
import { useFieldText } from '../../ui/messages/use-message-text';
import { Failure } from './open-page';
import { useSignInTexts } from './sign-in.texts';

const CHOICES = ['existing', 'new'] as const;
type Choice = (typeof CHOICES)[number];

interface LinkFormProps {
  /** The identity that has signed in at the provider. */
  identity: UnlinkedOutcome;
  onSignedIn: () => void;
  onBack: () => void;
}

/** Links the identity at a provider to an account, or creates an account for it. */
export function LinkForm({ identity: { bindToken, profile }, onSignedIn, onBack }: LinkFormProps) {
  const t = useSignInTexts();
  const errorText = useErrorText();
  const fieldText = useFieldText();
  const platform = usePlatform();
  const [choice, setChoice] = useState<Choice>('existing');
  const isNew = choice === 'new';
  const form = useForm({
    initialValues: { username: '', password: '' },
    validate: {
      username: (text) => (text.trim() === '' ? t('usernameMissing') : null),
      password: (text) => (!isNew && text === '' ? t('passwordMissing') : null),
    },
  });
  const link = useMutation({
    mutationFn: async ({ username, password }: typeof form.values) => {
      const name = username.trim();
      const call = isNew
        ? plantroom.api.POST('/api/auth/oauth/register-and-bind', { body: { bindToken, username: name } })
        : plantroom.api.POST('/api/auth/oauth/bind', { body: { bindToken, username: name, password } });
      await beginSession(await unwrap(call));
    },
    onSuccess: onSignedIn,
    onError: (error) => form.setErrors(fieldErrors(error, fieldText)),
  });
  const provider = platform?.providers.find(({ id }) => id === profile.provider)?.name ?? profile.provider;
  return (
    <form onSubmit={form.onSubmit((values) => link.mutate(values))} noValidate>
      <Stack gap="md">
        <Text size="sm">{t('linkIntro', { provider, name: profile.name ?? profile.email ?? '' })}</Text>
        {platform?.registrationEnabled && profile.emailVerified && (
          <SegmentedControl
            aria-label={t('account')}
            data={CHOICES.map((value) => ({ value, label: t(`account.${value}`) }))}
            value={choice}
            onChange={(value) => setChoice(value as Choice)}
          />
        )}
        {link.isError && <Failure>{errorText(link.error)}</Failure>}
        <TextInput
          label={t(isNew ? 'newUsername' : 'username')}
          autoComplete="username"
          size="md"
          data-autofocus
          {...form.getInputProps('username')}
        />
        {!isNew && (
          <PasswordInput
            label={t('password')}
            autoComplete="current-password"
            size="md"
            visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
            {...form.getInputProps('password')}
          />
        )}
        <Button type="submit" size="md" loading={link.isPending}>
          {t(isNew ? 'createAccount' : 'link')}
        </Button>
        <Button variant="subtle" color="gray" onClick={onBack}>
          {t('back')}
        </Button>
      </Stack>
    </form>
  );
}
