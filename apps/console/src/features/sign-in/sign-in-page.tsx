import { useEffect } from 'react';
import { Alert, Button, PasswordInput, SegmentedControl, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { plantroom } from '../../api/plantroom';
import { usePlatform } from '../../api/platform';
import { Logo } from '../../app/shell/logo';
import { changePreferences, usePreferences } from '../../app/preferences/preferences';
import { LANGUAGE_NAMES, type Language } from '../../i18n/language';
import { useErrorText } from '../../ui/use-error-text';
import classes from './sign-in-page.module.css';
import { useSignInTexts } from './sign-in.texts';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const t = useSignInTexts();
  const router = useRouter();
  const { returnTo = '/', reason } = route.useSearch();
  const { language } = usePreferences();
  const platformName = usePlatform()?.platformName ?? 'Plantroom';
  const errorText = useErrorText();
  const form = useForm({
    initialValues: { username: '', password: '' },
    validate: {
      username: (text) => (text.trim() === '' ? t('usernameMissing') : null),
      password: (text) => (text === '' ? t('passwordMissing') : null),
    },
  });
  const signIn = useMutation({
    mutationFn: ({ username, password }: typeof form.values) => plantroom.signIn(username.trim(), password),
    onSuccess: () => router.history.push(returnTo),
    onError: () => form.setFieldValue('password', ''),
  });
  useEffect(() => {
    document.title = `${t('title')} · ${platformName}`;
  }, [t, platformName]);
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <Stack gap="lg">
          <Stack gap={6} align="center">
            <Logo size={44} />
            <Title order={1} size="h3">
              {platformName}
            </Title>
            <Text c="dimmed" size="sm">
              {t('intro')}
            </Text>
          </Stack>
          {reason && !signIn.isError && (
            <Alert color="yellow" variant="outline">
              {t('ended')}
            </Alert>
          )}
          {signIn.isError && (
            <Alert color="red" variant="outline" role="alert" className={classes.failure}>
              {errorText(signIn.error)}
            </Alert>
          )}
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
            </Stack>
          </form>
          <Text size="xs" c="dimmed">
            {t('hint')}
          </Text>
        </Stack>
      </div>
      <SegmentedControl
        size="xs"
        aria-label={t('language')}
        data={LANGUAGE_NAMES}
        value={language}
        onChange={(chosen) => void changePreferences({ language: chosen as Language })}
      />
    </main>
  );
}
