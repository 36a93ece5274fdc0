import { useState } from 'react';
import { NumberInput, Select, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { FormDialog } from '../../../ui/form-dialog';
import { TrialPanel } from './connection-trial';
import { useDeviceTexts } from './devices.texts';
import { type Configured, useSaveConnections } from './use-save-connections';

interface FormProps {
  /** A dialog keeps the one with which it opened, so that the change of another person is refused, not overwritten. */
  configured: Configured;
  onClose: () => void;
}

const MODBUS_PORT = 502;

/** A meter whose points are those of a template, with a connection of its own. */
export function NewMeter({ configured: newest, onClose }: FormProps) {
  const t = useDeviceTexts();
  const [configured] = useState(newest);
  const { connections, templates } = configured.configuration;
  const required = (text: string | null) => (text?.trim() ? null : t('missing'));
  const form = useForm({
    initialValues: { name: '', template: '', host: '', port: MODBUS_PORT, unit: 1, prefix: '' },
    validate: { name: required, template: required, host: required },
  });
  const save = useSaveConnections(configured, onClose);
  const connectionOf = () => {
    const { template, port, unit } = form.values;
    const [name, host, prefix] = [
      form.values.name.trim(),
      form.values.host.trim(),
      form.values.prefix.trim(),
    ];
    const device = { name, unit, prefix, template, points: [] };
    return { name, protocol: 'modbus-tcp', host, port, devices: [device] };
  };
  const add = () => save.mutate([...connections, connectionOf()]);
  return (
    <FormDialog
      title={t('newMeter')}
      confirm={t('save')}
      isRunning={save.isPending}
      isDirty={form.isDirty}
      onConfirm={form.onSubmit(add)}
      onClose={onClose}
    >
      <TextInput label={t('name')} required data-autofocus {...form.getInputProps('name')} />
      <Select
        label={t('template')}
        required
        searchable
        data={templates}
        {...form.getInputProps('template')}
      />
      <TextInput label={t('host')} required {...form.getInputProps('host')} />
      <NumberInput label={t('port')} min={1} max={65_535} {...form.getInputProps('port')} />
      <NumberInput label={t('unit')} min={0} max={255} {...form.getInputProps('unit')} />
      <TextInput label={t('prefix')} description={t('prefixHint')} {...form.getInputProps('prefix')} />
      <TrialPanel
        key={JSON.stringify(form.values)}
        gateway={configured.gateway}
        connectionOf={() => (form.validate().hasErrors ? null : connectionOf())}
      />
    </FormDialog>
  );
}

interface ConfirmChangeProps extends FormProps {
  title: string;
  confirm: string;
  effect: string;
  /** All connections after the change, or the file that contains them. */
  replacement: Parameters<ReturnType<typeof useSaveConnections>['mutate']>[0];
}

/** Asks before connections are lost. */
export function ConfirmChange({ title, confirm, effect, onClose, ...newest }: ConfirmChangeProps) {
  const t = useDeviceTexts();
  const [{ configured, replacement }] = useState(newest);
  const save = useSaveConnections(configured, onClose);
  return (
    <ConfirmDialog
      isOpen
      title={title}
      confirm={confirm}
      isDangerous
      isRunning={save.isPending}
      onConfirm={() => save.mutate(replacement)}
      onClose={onClose}
    >
      <Text>{effect}</Text>
      <Text>{t('filesHint')}</Text>
    </ConfirmDialog>
  );
}
