import { PasswordInput, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormDialog } from '../../ui/form-dialog';
import { useAction } from '../../ui/use-action';
import { changeGateway, createGateway, type Gateway, type GatewayInput, GATEWAYS } from './settings.queries';
import { useSettingsTexts } from './settings.texts';

type Fields = Required<GatewayInput>;

const NEW_FIELDS: Fields = { name: '', prefix: '', url: '', username: '', password: '', enabled: true };

export function NewGateway({ onClose }: { onClose: () => void }) {
  const t = useSettingsTexts();
  return (
    <GatewayForm title={t('newGateway')} fields={NEW_FIELDS} isNew send={createGateway} onClose={onClose} />
  );
}

export function EditGateway({ gateway, onClose }: { gateway: Gateway; onClose: () => void }) {
  const t = useSettingsTexts();
  const { id, name, prefix, url, username, password, enabled } = gateway;
  return (
    <GatewayForm
      title={t('editGateway')}
      fields={{ name, prefix, url, username, password, enabled }}
      send={({ prefix: _unchanged, ...changes }) => changeGateway(id, changes)}
      onClose={onClose}
    />
  );
}

interface GatewayFormProps {
  title: string;
  fields: Fields;
  /** The prefix can only be chosen for a new gateway. */
  isNew?: boolean;
  send: (input: Fields) => Promise<Gateway>;
  onClose: () => void;
}

function GatewayForm({ title, fields, isNew = false, send, onClose }: GatewayFormProps) {
  const t = useSettingsTexts();
  const required = (text: string) => (text.trim() === '' ? t('missing') : null);
  const form = useForm<Fields>({
    initialValues: fields,
    validate: { name: required, prefix: required, url: required },
  });
  const save = useAction(
    () => {
      const { name, prefix, url, ...rest } = form.values;
      return send({ name: name.trim(), prefix: prefix.trim(), url: url.trim(), ...rest });
    },
    { done: t('saved'), changes: [GATEWAYS], onDone: onClose, form },
  );
  return (
    <FormDialog
      title={title}
      confirm={t('save')}
      isRunning={save.isPending}
      isDirty={form.isDirty}
      onConfirm={form.onSubmit(() => save.mutate())}
      onClose={onClose}
    >
      <TextInput
        label={t('gatewayName')}
        required
        maxLength={100}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('prefix')}
        description={t('prefixHint')}
        required
        disabled={!isNew}
        maxLength={32}
        {...form.getInputProps('prefix')}
      />
      <TextInput
        label={t('address')}
        description={t('addressHint')}
        type="url"
        required
        maxLength={2048}
        {...form.getInputProps('url')}
      />
      <TextInput label={t('user')} autoComplete="off" maxLength={255} {...form.getInputProps('username')} />
      <PasswordInput
        label={t('password')}
        description={isNew ? undefined : t('passwordHint')}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        {...form.getInputProps('password')}
      />
      <Switch label={t('gatewayEnabled')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
    </FormDialog>
  );
}
