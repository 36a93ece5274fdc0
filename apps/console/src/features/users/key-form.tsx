import { useState } from 'react';
import { Button, Code, CopyButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { mdiCheck, mdiContentCopy } from '@mdi/js';
import type { Role } from '../../api/account';
import { isCalendarDate } from '../../format/calendar-period';
import { FormDialog } from '../../ui/form-dialog';
import { Icon } from '../../ui/icon';
import { RoleSelect } from '../../ui/role-select';
import { useAction } from '../../ui/use-action';
import { useUiTexts } from '../../ui/ui.texts';
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
  if (key) return <CreatedKey value={key} onClose={onClose} />;
  return (
    <FormDialog
      title={t('newKey')}
      confirm={t('create')}
      isRunning={create.isPending}
      onConfirm={() => {
        if (!form.validate().hasErrors) create.mutate();
      }}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('keyIntro')}
      </Text>
      <TextInput
        label={t('name')}
        description={t('nameHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
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
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.getInputProps('expiresAt')}
      />
    </FormDialog>
  );
}

function CreatedKey({ value, onClose }: { value: string; onClose: () => void }) {
  const t = useUserTexts();
  const ui = useUiTexts();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('keyCreated')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('keyOnce')}</Text>
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {value}
        </Code>
        <Group justify="flex-end" gap="xs">
          <CopyButton value={value}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={<Icon path={copied ? mdiCheck : mdiContentCopy} />}
                onClick={copy}
              >
                {t(copied ? 'copied' : 'copy')}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{t('done')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
