import { PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useAccount } from '../../api/account';
import { Form } from '../../ui/form';
import { Panel } from '../../ui/panel';
import { useAction } from '../../ui/use-action';
import { changePassword } from './profile.queries';
import { useProfileTexts } from './profile.texts';

const SHORTEST_PASSWORD = 8;

/** Changes the password of the user. */
export function PasswordPanel() {
  const t = useProfileTexts();
  const account = useAccount();
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '', repeated: '' },
    validate: {
      currentPassword: (text) => (text === '' ? t('missing') : null),
      newPassword: (text) => (text.length < SHORTEST_PASSWORD ? t('passwordShort') : null),
      repeated: (text, { newPassword }) => (text === newPassword ? null : t('passwordDiffers')),
    },
  });
  const { currentPassword, newPassword } = form.values;
  const change = useAction(() => changePassword(account, { currentPassword, newPassword }), {
    done: t('passwordChanged'),
    changes: [],
    onDone: form.reset,
    form,
  });
  const shared = { visibilityToggleButtonProps: { 'aria-label': t('showPassword') }, required: true };
  return (
    <Panel title={t('password')}>
      <Form
        confirm={t('changePassword')}
        isRunning={change.isPending}
        onSubmit={form.onSubmit(() => change.mutate())}
      >
        <PasswordInput
          label={t('currentPassword')}
          autoComplete="current-password"
          {...shared}
          {...form.getInputProps('currentPassword')}
        />
        <PasswordInput
          label={t('newPassword')}
          description={t('passwordHint')}
          autoComplete="new-password"
          {...shared}
          {...form.getInputProps('newPassword')}
        />
        <PasswordInput
          label={t('repeatPassword')}
          autoComplete="new-password"
          {...shared}
          {...form.getInputProps('repeated')}
        />
      </Form>
    </Panel>
  );
}
