import { Select, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { usePlatform } from '../../api/platform';
import type { CalendarDate } from '../../format/calendar-period';
import { Form } from '../../ui/form';
import { FormDrawer } from '../../ui/form-drawer';
import { ObjectSelect } from '../../ui/object-select';
import { useUnsaved } from '../../ui/unsaved';
import { useAction } from '../../ui/use-action';
import { UserSelect } from '../../ui/user-select';
import { ChecklistFields } from './checklist-fields';
import {
  changeWorkOrder,
  createWorkOrder,
  MAINTENANCE,
  repairedFaultQuery,
  type WorkOrder,
  type WorkOrderInput,
} from './maintenance.queries';
import { useMaintenanceTexts } from './maintenance.texts';
import { EMPTY_ORDER, type OrderFields, type OrderForm, toFields, toInput } from './order-fields';
import { cronOf, timesBetween } from './recurrence';
import { RecurrenceFields } from './recurrence-fields';
import { isClosed, PRIORITIES, WORK_TYPES } from './work-steps';

interface NewWorkOrderProps {
  isOpen: boolean;
  /** The day on which the work is due. */
  day: CalendarDate | undefined;
  /** The fault that the work repairs. */
  faultId: number | null;
  onCreated: (order: WorkOrder) => void;
  onClose: () => void;
}

export function NewWorkOrder({ isOpen, day, faultId, onCreated, onClose }: NewWorkOrderProps) {
  const t = useMaintenanceTexts();
  const { data: fault, isPending } = useQuery(repairedFaultQuery(faultId));
  const fields: OrderFields = {
    ...EMPTY_ORDER,
    dueAt: day ? `${day}T08:00` : '',
    ...(fault && {
      title: fault.title,
      type: 'corrective',
      faultId: fault.id,
      objectId: fault.objectId,
      assigneeId: fault.assigneeId,
    }),
  };
  return (
    <FormDrawer isOpen={isOpen} parameter="plan" title={t('plan')} onClose={onClose}>
      {(faultId === null || !isPending) && (
        <WorkOrderForm
          fields={fields}
          confirm={t('plan')}
          done={t('done.plan')}
          send={async (body) => onCreated(await createWorkOrder(body))}
          onClose={onClose}
        />
      )}
    </FormDrawer>
  );
}

interface EditWorkOrderProps {
  isOpen: boolean;
  order: WorkOrder;
  onClose: () => void;
}

export function EditWorkOrder({ isOpen, order, onClose }: EditWorkOrderProps) {
  const t = useMaintenanceTexts();
  const timeZone = usePlatform()?.timezone;
  return (
    <FormDrawer isOpen={isOpen} title={t('edit')} onClose={onClose}>
      <WorkOrderForm
        fields={toFields(order, timeZone)}
        hasFixedSeries={isClosed(order.status)}
        confirm={t('save')}
        done={t('done.save')}
        send={async (body) => {
          await changeWorkOrder(order.id, isClosed(order.status) ? { ...body, recurrence: undefined } : body);
          onClose();
        }}
        onClose={onClose}
      />
    </FormDrawer>
  );
}

interface WorkOrderFormProps {
  fields: OrderFields;
  /** The recurrence of closed work cannot change. */
  hasFixedSeries?: boolean;
  confirm: string;
  done: string;
  send: (body: WorkOrderInput) => Promise<void>;
  onClose: () => void;
}

function WorkOrderForm({ fields, hasFixedSeries = false, confirm, done, send, onClose }: WorkOrderFormProps) {
  const t = useMaintenanceTexts();
  const form = useOrderForm(fields);
  useUnsaved(form.isDirty);
  const save = useAction(send, { done, changes: [MAINTENANCE], form });
  return (
    <Form
      confirm={confirm}
      isRunning={save.isPending}
      onSubmit={form.onSubmit((values) => save.mutate(toInput(values)))}
      onCancel={onClose}
    >
      <TextInput label={t('name')} required maxLength={255} data-autofocus {...form.getInputProps('title')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={t('type')}
          data={WORK_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
          {...form.getInputProps('type')}
        />
        <Select
          label={t('priority')}
          data={PRIORITIES.map((value) => ({ value, label: t(`priority.${value}`) }))}
          {...form.getInputProps('priority')}
        />
      </SimpleGrid>
      <TextInput
        type="datetime-local"
        label={t('dueAt')}
        description={[t('dueHint'), form.values.repeats === 'calendar' && t('dueFromPlan')]
          .filter(Boolean)
          .join('. ')}
        {...form.getInputProps('dueAt')}
      />
      <Textarea label={t('details')} maxLength={10_000} minRows={3} {...form.getInputProps('description')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <ObjectSelect label={t('object')} {...form.getInputProps('objectId')} />
        <UserSelect label={t('assignee')} placeholder={t('nobody')} {...form.getInputProps('assigneeId')} />
      </SimpleGrid>
      <ChecklistFields form={form} />
      {hasFixedSeries ? (
        <Text size="sm" c="dimmed">
          {t('closedSeries')}
        </Text>
      ) : (
        <RecurrenceFields form={form} />
      )}
    </Form>
  );
}

function useOrderForm(initialValues: OrderFields): OrderForm {
  const t = useMaintenanceTexts();
  const timeZone = usePlatform()?.timezone;
  return useForm<OrderFields>({
    initialValues,
    validate: {
      title: (text) => (text.trim() === '' ? t('nameMissing') : null),
      checklist: { text: (text) => (text.trim() === '' ? t('stepMissing') : null) },
      cron: (_, values) =>
        values.repeats === 'calendar' && !hasTimes(values, timeZone) ? t('cronWrong') : null,
      pointCode: (code, { repeats }) =>
        repeats === 'counter' && code.trim() === '' ? t('pointMissing') : null,
      everyHours: (hours, { repeats }) =>
        repeats === 'counter' && !(Number(hours) > 0) ? t('hoursMissing') : null,
    },
  });
}

const FIVE_YEARS_MS = 5 * 366 * 86_400_000;

function hasTimes(fields: OrderFields, timeZone: string | undefined): boolean {
  const afterMs = Date.now();
  const range = { afterMs, beforeMs: afterMs + FIVE_YEARS_MS, most: 1 };
  return timesBetween({ cron: cronOf(fields), timezone: fields.timezone }, timeZone, range).length > 0;
}
