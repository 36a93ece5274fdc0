import { Button, FileButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { accountQuery, useAccount } from '../../api/account';
import { useFormat } from '../../format/use-format';
import { Panel } from '../../ui/panel';
import { useRoleTexts } from '../../ui/role.texts';
import { useAction } from '../../ui/use-action';
import { UserAvatar } from '../../ui/user-avatar';
import { changeProfile, deleteAvatar, uploadAvatar } from './profile.queries';
import { useProfileTexts } from './profile.texts';

const PICTURES = 'image/png,image/jpeg,image/webp';
const CHANGES = [accountQuery.queryKey, ['/api/users']];

/** The picture, the name and the address of the user. */
export function AccountPanel() {
  const t = useProfileTexts();
  const roles = useRoleTexts();
  const { dateTime } = useFormat();
  const account = useAccount();
  const { id, username, email, role, lastLoginAt } = account;
  const form = useForm({
    initialValues: { username, email },
    validate: {
      username: (text) => (text.trim() === '' ? t('missing') : null),
      email: (text) => (text.trim() === '' ? t('missing') : null),
    },
  });
  const save = useAction(() => changeProfile(id, form.values), {
    done: t('saved'),
    changes: CHANGES,
    form,
  });
  return (
    <Panel title={t('account')}>
      <Stack gap="md">
        <PictureField />
        <form noValidate onSubmit={form.onSubmit(() => save.mutate())}>
          <Stack gap="md">
            <TextInput
              label={t('username')}
              required
              autoComplete="username"
              {...form.getInputProps('username')}
            />
            <TextInput
              label={t('email')}
              description={t('emailHint')}
              type="email"
              required
              autoComplete="email"
              {...form.getInputProps('email')}
            />
            <Group justify="space-between">
              <Text size="sm" c="dimmed">
                {t('roleAndLogin', { role: roles(role), time: dateTime(lastLoginAt) })}
              </Text>
              <Button type="submit" ml="auto" loading={save.isPending}>
                {t('save')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Stack>
    </Panel>
  );
}

function PictureField() {
  const t = useProfileTexts();
  const account = useAccount();
  const upload = useAction((file: File) => uploadAvatar(account.id, file), {
    done: t('saved'),
    changes: CHANGES,
  });
  const remove = useAction(() => deleteAvatar(account.id), { done: t('saved'), changes: CHANGES });
  return (
    <Group gap="md">
      <UserAvatar user={account} size={72} />
      <div>
        <Group gap="xs">
          <FileButton accept={PICTURES} onChange={(file) => file && upload.mutate(file)}>
            {(props) => (
              <Button {...props} variant="default" loading={upload.isPending}>
                {t('choosePicture')}
              </Button>
            )}
          </FileButton>
          {account.avatar && (
            <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
              {t('deletePicture')}
            </Button>
          )}
        </Group>
        <Text size="xs" c="dimmed" mt={4}>
          {t('pictureHint')}
        </Text>
      </div>
    </Group>
  );
}
