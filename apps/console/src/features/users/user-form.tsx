import { PasswordInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Role, accountQuery, useAccount } from '../../api/account';
import type { User } from '../../api/plantroom';
import { FormDialog } from '../../ui/form-dialog';
import { RoleSelect } from '../../ui/role-select';
import { useAction } from '../../ui/use-action';
import { UserAccess } from '../../ui/user-access/user-access';
import { USERS, changeUser, createUser } from './users.queries';
import { useUserTexts } from './users.texts';

const SHORTEST_PASSWORD = 8;

interface UserValues {
  username: string;
  email: string;
  password: string;
  role: Role;
}

interface UserFormProps {
  /** Undefined for a new user. */
  user?: User;
  onClose: () => void;
}

/** Creates a user, or changes their name, address and role, and shows their session and identities. */
export function UserForm({ user, onClose }: UserFormProps) {
  const t = useUserTexts();
  const isOwn = useAccount().id === user?.id;
  const form = useForm<UserValues>({
    initialValues: {
      username: user?.username ?? '',
      email: user?.email ?? '',
      password: '',
      role: user?.role ?? 'viewer',
    },
    validate: {
      username: (text) => (text.trim() === '' ? t('missing') : null),
      email: (text) => (text.trim() === '' ? t('missing') : null),
      password: (text) => (!user && text.length < SHORTEST_PASSWORD ? t('passwordShort') : null),
    },
  });
  const save = useAction(
    async () => {
      const { password, ...values } = form.values;
      await (user ? changeUser(user, values) : createUser({ ...values, password }));
    },
    {
      done: t(user ? 'saved' : 'created'),
      changes: [USERS, accountQuery.queryKey],
      onDone: onClose,
      form,
    },
  );
  return (
    <FormDialog
      title={t(user ? 'editUser' : 'newUser')}
      confirm={t(user ? 'save' : 'create')}
      isRunning={save.isPending}
      isDirty={form.isDirty}
      parameter="view"
      onConfirm={form.onSubmit(() => save.mutate())}
      onClose={onClose}
    >
      <TextInput
        label={t('username')}
        description={t('usernameHint')}
        required
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('username')}
      />
      <TextInput
        label={t('email')}
        type="email"
        required
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      {!user && (
        <PasswordInput
          label={t('password')}
          description={t('passwordHint')}
          required
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          {...form.getInputProps('password')}
        />
      )}
      <RoleSelect
        label={t('role')}
        value={form.values.role}
        disabled={isOwn}
        onChange={(role) => form.setFieldValue('role', role)}
      />
      {isOwn && (
        <Text size="xs" c="dimmed">
          {t('ownRole')}
        </Text>
      )}
      {user && <UserAccess userId={user.id} />}
    </FormDialog>
  );
}
