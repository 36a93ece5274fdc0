import { useState } from 'react';
import { Button, Group, NumberInput, PasswordInput, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useAccount } from '../../api/account';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Notice } from '../../ui/notice';
import { useAction } from '../../ui/use-action';
import { useErrorText } from '../../ui/use-error-text';
import { SettingsForm } from './settings-form';
import { CONFIGURATION, type Configuration, changeConfiguration, sendTestMail } from './settings.queries';
import { useSettingsTexts } from './settings.texts';

/** The mail server, and a test of it. */
export function MailPanel({ configuration: { mail } }: { configuration: Configuration }) {
  const t = useSettingsTexts();
  const [isTesting, setIsTesting] = useState(false);
  const form = useForm({
    initialValues: {
      mail: {
        host: mail.host ?? '',
        port: mail.port ?? '',
        secure: mail.secure,
        user: mail.user ?? '',
        password: mail.password ?? '',
        from: mail.from ?? '',
      },
    },
  });
  const save = useAction(
    async () => {
      const sent = form.values;
      const { host, port, secure, user, password, from } = sent.mail;
      await changeConfiguration({
        mail: {
          host: host.trim() || null,
          port: port === '' ? null : Number(port),
          secure,
          user: user.trim() || null,
          password: password || null,
          from: from.trim() || null,
        },
      });
      form.resetDirty(sent);
    },
    {
      done: t('saved'),
      changes: [CONFIGURATION],
      form,
    },
  );
  const test = (
    <Button variant="default" onClick={() => setIsTesting(true)}>
      {t('test')}
    </Button>
  );
  return (
    <>
      <SettingsForm
        title={t('mail')}
        form={form}
        isRunning={save.isPending}
        onSave={() => save.mutate()}
        actions={test}
      >
        <Text size="sm" c="dimmed">
          {t('mailHint')}
        </Text>
        <Group grow align="flex-start">
          <TextInput label={t('host')} maxLength={253} {...form.getInputProps('mail.host')} />
          <NumberInput
            label={t('port')}
            min={1}
            max={65_535}
            allowDecimal={false}
            hideControls
            {...form.getInputProps('mail.port')}
          />
        </Group>
        <Switch
          label={t('secure')}
          description={t('secureHint')}
          {...form.getInputProps('mail.secure', { type: 'checkbox' })}
        />
        <Group grow align="flex-start">
          <TextInput
            label={t('user')}
            autoComplete="off"
            maxLength={255}
            {...form.getInputProps('mail.user')}
          />
          <PasswordInput
            label={t('password')}
            description={t('passwordHint')}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
            {...form.getInputProps('mail.password')}
          />
        </Group>
        <TextInput label={t('from')} type="email" maxLength={320} {...form.getInputProps('mail.from')} />
      </SettingsForm>
      {isTesting && <TestDialog onClose={() => setIsTesting(false)} />}
    </>
  );
}

function TestDialog({ onClose }: { onClose: () => void }) {
  const t = useSettingsTexts();
  const errorText = useErrorText();
  const { email } = useAccount();
  const [to, setTo] = useState(email);
  const send = useMutation({
    mutationFn: () => sendTestMail(to.trim()),
    onSuccess: () => {
      notifications.show({ message: t('sent', { to: to.trim() }) });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={t('test')}
      confirm={t('send')}
      isRunning={send.isPending}
      onConfirm={() => send.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={t('testTo')}
        description={t('testHint')}
        type="email"
        data-autofocus
        value={to}
        onChange={({ currentTarget }) => setTo(currentTarget.value)}
      />
      {send.isError && (
        <Notice tone="critical" title={t('refused')}>
          {errorText(send.error)}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
