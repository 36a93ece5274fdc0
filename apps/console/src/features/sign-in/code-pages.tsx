import { type ReactNode, useState } from 'react';
import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { beginSession, plantroom, unwrap } from '../../api/plantroom';
import { usePlatform } from '../../api/platform';
import { fieldErrors } from '../../ui/field-errors';
import { useErrorText } from '../../ui/use-error-text';
import { useFieldText } from '../../ui/messages/use-message-text';
import { Failure, OpenPage } from './open-page';
import { useSignInTexts } from './sign-in.texts';

const SHORTEST_PASSWORD = 8;
const SECONDS_PER_MINUTE = 60;

interface CodeSent {
  email: string;
  minutes: number;
}

/** Creates an account for a person who has shown with a code that the address is theirs. */
export function RegisterPage() {
  const t = useSignInTexts();
  const platform = usePlatform();
  return (
    <OpenPage title={t('registerTitle')} intro={t('registerTitle')}>
      {platform?.registrationEnabled === false ? (
        <Alert color="yellow" variant="outline">
          {t('registrationClosed')}
        </Alert>
      ) : (
        <CodeSteps
          hint={t('registerHint')}
          requestCode={(email) =>
            unwrap(plantroom.api.POST('/api/auth/register/send-code', { body: { email } }))
          }
        >
          {({ email }) => (
            <CodeForm
              hasUsername
              confirm={t('createAccount')}
              send={async ({ username, password, code }) => {
                const body = { email, username, password, code };
                await beginSession(await unwrap(plantroom.api.POST('/api/auth/register', { body })));
              }}
            />
          )}
        </CodeSteps>
      )}
      <ToSignIn />
    </OpenPage>
  );
}

/** Sets a new password for a person who has shown with a code that the address is theirs, and signs them in. */
export function ForgotPasswordPage() {
  const t = useSignInTexts();
  return (
    <OpenPage title={t('forgotTitle')} intro={t('forgotTitle')}>
      <CodeSteps
        hint={t('forgotHint')}
        requestCode={(email) =>
          unwrap(plantroom.api.POST('/api/auth/forgot-password/send-code', { body: { email } }))
        }
      >
        {({ email }) => (
          <CodeForm
            confirm={t('setPassword')}
            send={async ({ password, code }) => {
              const body = { email, code, newPassword: password };
              await unwrap(plantroom.api.POST('/api/auth/forgot-password/reset', { body }));
              await plantroom.signIn(email, password);
            }}
          />
        )}
      </CodeSteps>
      <ToSignIn />
    </OpenPage>
  );
}

function ToSignIn() {
  const t = useSignInTexts();
  return (
    <Anchor size="sm" ta="center" renderRoot={(props) => <Link to="/sign-in" {...props} />}>
      {t('toSignIn')}
    </Anchor>
  );
}

interface CodeStepsProps {
  hint: string;
  requestCode: (email: string) => Promise<{ expiresIn: number }>;
  /** The form for the code. */
  children: (sent: CodeSent) => ReactNode;
}

/** Mails a code to the address of the person, and then shows the form for it. */
function CodeSteps({ hint, requestCode, children }: CodeStepsProps) {
  const t = useSignInTexts();
  const errorText = useErrorText();
  const fieldText = useFieldText();
  const [sent, setSent] = useState<CodeSent | null>(null);
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (text) => (/^\S+@\S+$/.test(text.trim()) ? null : t('emailMissing')) },
  });
  const request = useMutation({
    mutationFn: async (email: string): Promise<CodeSent> => {
      const { expiresIn } = await requestCode(email);
      return { email, minutes: Math.round(expiresIn / SECONDS_PER_MINUTE) };
    },
    onSuccess: setSent,
    onError: (error) => form.setErrors(fieldErrors(error, fieldText)),
  });
  if (sent) {
    return (
      <Stack gap="md">
        <Text size="sm">{t('codeSent', { email: sent.email, minutes: sent.minutes })}</Text>
        {children(sent)}
        <Button variant="subtle" color="gray" onClick={() => setSent(null)}>
          {t('otherCode')}
        </Button>
      </Stack>
    );
  }
  return (
    <form onSubmit={form.onSubmit(({ email }) => request.mutate(email.trim()))} noValidate>
      <Stack gap="md">
        <Text size="sm">{hint}</Text>
        {request.isError && <Failure>{errorText(request.error)}</Failure>}
        <TextInput
          label={t('email')}
          type="email"
          autoComplete="email"
          size="md"
          {...form.getInputProps('email')}
        />
        <Button type="submit" size="md" loading={request.isPending}>
          {t('sendCode')}
        </Button>
      </Stack>
    </form>
  );
}

interface CodeFields {
  code: string;
  username: string;
  password: string;
}

interface CodeFormProps {
  hasUsername?: boolean;
  confirm: string;
  /** Sends the fields, and begins a session. */
  send: (fields: CodeFields) => Promise<void>;
}

function CodeForm({ hasUsername = false, confirm, send }: CodeFormProps) {
  const t = useSignInTexts();
  const router = useRouter();
  const errorText = useErrorText();
  const fieldText = useFieldText();
  const form = useForm<CodeFields>({
    initialValues: { code: '', username: '', password: '' },
    validate: {
      code: (text) => (text.trim() === '' ? t('codeMissing') : null),
      username: (text) => (hasUsername && text.trim() === '' ? t('usernameMissing') : null),
      password: (text) => (text.length < SHORTEST_PASSWORD ? t('passwordShort') : null),
    },
  });
  const confirmCode = useMutation({
    mutationFn: ({ code, username, password }: CodeFields) =>
      send({ password, code: code.trim(), username: username.trim() }),
    onSuccess: () => router.history.push('/'),
    onError: (error) => {
      // The field of the new password has different names in the two calls.
      const { newPassword, ...errors } = fieldErrors(error, fieldText);
      form.setErrors({ ...errors, ...(newPassword && { password: newPassword }) });
    },
  });
  return (
    <form onSubmit={form.onSubmit((fields) => confirmCode.mutate(fields))} noValidate>
      <Stack gap="md">
        {confirmCode.isError && <Failure>{errorText(confirmCode.error)}</Failure>}
        <TextInput
          label={t('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          size="md"
          maxLength={32}
          {...form.getInputProps('code')}
        />
        {hasUsername && (
          <TextInput
            label={t('newUsername')}
            description={t('usernameRule')}
            autoComplete="username"
            size="md"
            {...form.getInputProps('username')}
          />
        )}
        <PasswordInput
          label={t('newPassword')}
          description={t('passwordRule')}
          autoComplete="new-password"
          size="md"
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          {...form.getInputProps('password')}
        />
        <Button type="submit" size="md" loading={confirmCode.isPending}>
          {confirm}
        </Button>
      </Stack>
    </form>
  );
}
