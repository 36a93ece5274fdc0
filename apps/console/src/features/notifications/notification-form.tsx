import { Fieldset, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Form } from '../../ui/form';
import { FormDrawer } from '../../ui/form-drawer';
import { useUnsaved } from '../../ui/unsaved';
import { useAction } from '../../ui/use-action';
import { AlertFields } from './alert-fields';
import { ChannelFields, Escalation } from './channel-fields';
import {
  type ChannelFields as Channel,
  EMPTY_RULE,
  type NotificationFields,
  type NotificationForm,
  toFields,
  toInput,
} from './notification-fields';
import {
  changeNotificationRule,
  createNotificationRule,
  NOTIFICATIONS,
  type NotificationRule,
  type NotificationRuleInput,
} from './notifications.queries';
import { useNotificationTexts } from './notifications.texts';
import { QuietHours } from './quiet-hours';

interface NewNotificationRuleProps {
  isOpen: boolean;
  onCreated: (rule: NotificationRule) => void;
  onClose: () => void;
}

export function NewNotificationRule({ isOpen, onCreated, onClose }: NewNotificationRuleProps) {
  const t = useNotificationTexts();
  return (
    <FormDrawer isOpen={isOpen} parameter="create" title={t('create')} onClose={onClose}>
      <RuleForm
        fields={EMPTY_RULE}
        done={t('done.create')}
        send={async (body) => onCreated(await createNotificationRule(body))}
        onClose={onClose}
      />
    </FormDrawer>
  );
}

interface EditNotificationRuleProps {
  isOpen: boolean;
  rule: NotificationRule;
  onSaved: (rule: NotificationRule) => void;
  onClose: () => void;
}

export function EditNotificationRule({ isOpen, rule, onSaved, onClose }: EditNotificationRuleProps) {
  const t = useNotificationTexts();
  return (
    <FormDrawer isOpen={isOpen} title={t('edit')} onClose={onClose}>
      <RuleForm
        fields={toFields(rule)}
        done={t('done.save')}
        send={async (body) => onSaved(await changeNotificationRule(rule.id, body))}
        onClose={onClose}
      />
    </FormDrawer>
  );
}

interface RuleFormProps {
  fields: NotificationFields;
  done: string;
  send: (body: NotificationRuleInput) => Promise<void>;
  onClose: () => void;
}

function RuleForm({ fields, done, send, onClose }: RuleFormProps) {
  const t = useNotificationTexts();
  const form = useRuleForm(fields);
  useUnsaved(form.isDirty);
  const save = useAction(send, { done, changes: [NOTIFICATIONS], form });
  return (
    <Form
      confirm={t('save')}
      isRunning={save.isPending}
      onSubmit={form.onSubmit((values) => save.mutate(toInput(values)))}
      onCancel={onClose}
    >
      <TextInput label={t('name')} required maxLength={255} data-autofocus {...form.getInputProps('name')} />
      <AlertFields form={form} />
      <Fieldset legend={t('recipients')}>
        <ChannelFields form={form} path="channel" />
      </Fieldset>
      <Escalation form={form} />
      <QuietHours form={form} />
      <Switch label={t('enabled')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
    </Form>
  );
}

function useRuleForm(initialValues: NotificationFields): NotificationForm {
  const t = useNotificationTexts();
  const channelProblems = (path: string, { kind, to, url }: Channel): Record<string, string> => {
    if (kind === 'mail') return to.length === 0 ? { [`${path}.to`]: t('addressesMissing') } : {};
    if (kind === 'push') return {};
    return /^https?:\/\/\S+$/.test(url.trim()) ? {} : { [`${path}.url`]: t('urlMissing') };
  };
  return useForm<NotificationFields>({
    initialValues,
    validate: ({ name, channel, escalation, isQuiet, quiet }) => ({
      ...(name.trim() === '' && { name: t('nameMissing') }),
      ...channelProblems('channel', channel),
      ...Object.assign(
        {},
        ...escalation.map((step, index) => channelProblems(`escalation.${index}.channel`, step.channel)),
      ),
      ...(isQuiet && quiet.days.length === 0 && { 'quiet.days': t('daysMissing') }),
    }),
  });
}
