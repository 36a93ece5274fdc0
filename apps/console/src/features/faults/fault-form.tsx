import { Select, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { AreaSelect } from '../../ui/area-select';
import { Form } from '../../ui/form';
import { FormDrawer } from '../../ui/form-drawer';
import { ObjectSelect } from '../../ui/object-select';
import { SEVERITIES } from '../../ui/severity-badge';
import { useUnsaved } from '../../ui/unsaved';
import { useAction } from '../../ui/use-action';
import { useUiTexts } from '../../ui/ui.texts';
import { UserSelect } from '../../ui/user-select';
import { useAlertText } from '../../ui/messages/use-message-text';
import { changeFault, createFault, FAULTS, type Fault, reportedAlertQuery } from './faults.queries';
import { useFaultTexts } from './faults.texts';

type Fields = Pick<
  Fault,
  'title' | 'severity' | 'description' | 'areaId' | 'objectId' | 'assigneeId' | 'rootCause' | 'alertId'
>;

const EMPTY: Fields = {
  title: '',
  severity: 'minor',
  description: null,
  areaId: null,
  objectId: null,
  assigneeId: null,
  rootCause: null,
  alertId: null,
};

interface NewFaultProps {
  isOpen: boolean;
  /** The id of the alert from which the fault is reported. */
  alert: number | undefined;
  /** The title and the area at first, if the fault is not reported from an alert. */
  title: string | undefined;
  area: number | null | undefined;
  onCreated: (fault: Fault) => void;
  onClose: () => void;
}

/**
 * The form for a new fault. If the fault is reported from an alert, the form begins with the title, the severity, the
 * area and the object of the alert.
 */
export function NewFault({ isOpen, alert, title = '', area = null, onCreated, onClose }: NewFaultProps) {
  const t = useFaultTexts();
  const text = useAlertText();
  const { data, isPending } = useQuery(reportedAlertQuery(alert));
  const isReady = alert === undefined || !isPending;
  const { titleText, ...known } = data ?? { title, areaId: area };
  const fields: Fields = { ...EMPTY, ...known, title: text(known.title, titleText) };
  return (
    <FormDrawer
      isOpen={isOpen}
      parameter="report"
      title={t(alert ? 'reportFrom' : 'report')}
      onClose={onClose}
    >
      {isReady && (
        <FaultForm
          fields={fields}
          confirm={t('report')}
          done={t('done.report')}
          send={async (body) => onCreated(await createFault(body))}
          onClose={onClose}
        />
      )}
    </FormDrawer>
  );
}

interface EditFaultProps {
  isOpen: boolean;
  fault: Fault;
  onClose: () => void;
}

/** The form for the fields of a fault. Its status is changed by the actions instead. */
export function EditFault({ isOpen, fault, onClose }: EditFaultProps) {
  const t = useFaultTexts();
  const {
    id,
    status: _status,
    reportedAt: _reported,
    startedAt: _started,
    resolvedAt: _resolved,
    ...fields
  } = fault;
  return (
    <FormDrawer isOpen={isOpen} title={t('edit')} onClose={onClose}>
      <FaultForm
        fields={fields}
        withRootCause
        confirm={t('save')}
        done={t('done.save')}
        send={async (body) => {
          await changeFault(id, body);
          onClose();
        }}
        onClose={onClose}
      />
    </FormDrawer>
  );
}

interface FaultFormProps {
  fields: Fields;
  withRootCause?: boolean;
  confirm: string;
  done: string;
  send: (fields: Fields) => Promise<void>;
  onClose: () => void;
}

function FaultForm({ fields, withRootCause, confirm, done, send, onClose }: FaultFormProps) {
  const t = useFaultTexts();
  const ui = useUiTexts();
  const form = useForm<Fields>({
    initialValues: fields,
    validate: { title: (text) => (text.trim() === '' ? t('nameMissing') : null) },
  });
  useUnsaved(form.isDirty);
  const save = useAction(send, { done, changes: [FAULTS], form });
  const textOf = (name: 'description' | 'rootCause') => ({
    ...form.getInputProps(name),
    value: form.values[name] ?? '',
    onChange: ({ currentTarget }: React.ChangeEvent<HTMLTextAreaElement>) =>
      form.setFieldValue(name, currentTarget.value || null),
  });
  return (
    <Form
      confirm={confirm}
      isRunning={save.isPending}
      onSubmit={form.onSubmit((values) => save.mutate({ ...values, title: values.title.trim() }))}
      onCancel={onClose}
    >
      <TextInput label={t('name')} required maxLength={255} data-autofocus {...form.getInputProps('title')} />
      <Select
        label={t('severity')}
        data={SEVERITIES.map((value) => ({ value, label: ui(value) }))}
        {...form.getInputProps('severity')}
      />
      <Textarea label={t('details')} maxLength={10_000} minRows={3} {...textOf('description')} />
      <AreaSelect label={t('area')} {...form.getInputProps('areaId')} />
      <ObjectSelect label={t('object')} {...form.getInputProps('objectId')} />
      <UserSelect label={t('assignee')} placeholder={t('nobody')} {...form.getInputProps('assigneeId')} />
      {withRootCause && <Textarea label={t('rootCause')} maxLength={10_000} {...textOf('rootCause')} />}
    </Form>
  );
}
