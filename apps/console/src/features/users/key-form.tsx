import { useState } from 'react';
import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Role } from '../../api/account';
import { isCalendarDate } from '../../format/calendar-period';
import { FormDialog } from '../../ui/form-dialog';
import { RoleSelect } from '../../ui/role-select';
import { SecretDialog } from '../../ui/secret-dialog';
import { useAction } from '../../ui/use-action';
import { KEYS, createKey } from './users.queries';
import { useUserTexts } from './users.texts';

/** Creates an API key, and shows it once. */
export function KeyForm({ onClose }: { onClose: () => void }) {
  const t = useUserTexts();
  const [key, setKey] = useState<string | null>(null);
  const form = useForm({
    initialValues: { name: '', role: 'viewer' as Role, expiresAt: '' },
    validate: { name: (name) => (name.trim() === '' ? t('missing') : null) },
  });
  const create = useAction(
    async () => {
      const { name, role, expiresAt } = form.values;
      const expiry = isCalendarDate(expiresAt) ? expiresAt : null;
      setKey((await createKey({ name: name.trim(), role, expiresAt: expiry })).key);
    },
    { changes: [KEYS], form },
  );
  if (key) {
    return (
      <SecretDialog
        title={t('keyCreated')}
        hint={t('keyOnce')}
        secrets={[{ value: key }]}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={t('newKey')}
      confirm={t('create')}
      isRunning={create.isPending}
      isDirty={form.isDirty}
      parameter="view"
      onConfirm={form.onSubmit(() => create.mutate())}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('keyIntro')}
      </Text>
      <TextInput
        label={t('name')}
        description={t('nameHint')}
        required
        maxLength={100}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <RoleSelect
        label={t('role')}
        value={form.values.role}
        onChange={(role) => form.setFieldValue('role', role)}
      />
      <TextInput
        type="date"
        label={t('expiresAt')}
        description={t('expiryHint')}
        {...form.getInputProps('expiresAt')}
      />
    </FormDialog>
  );
}
