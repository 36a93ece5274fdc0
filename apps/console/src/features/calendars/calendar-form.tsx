import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Calendar, CALENDARS } from '../../api/calendars';
import { AreasSelect } from '../../ui/areas-select';
import { FormDialog } from '../../ui/form-dialog';
import { TimezoneSelect } from '../../ui/schedule/timezone-select';
import { useAction } from '../../ui/use-action';
import { type CalendarInput, changeCalendar, createCalendar } from './calendars.queries';
import { useCalendarTexts } from './calendars.texts';
import { rowsOf, type WeeklyRow, weeklyOf } from './exceptions';
import { WeeklyFields } from './weekly-fields';

interface Fields {
  name: string;
  timezone: string | null;
  areaIds: number[];
  weekly: WeeklyRow[];
}

const WORKING_DAYS = [1, 2, 3, 4, 5];
const NEW_FIELDS: Fields = {
  name: '',
  timezone: null,
  areaIds: [],
  weekly: [{ key: 0, days: WORKING_DAYS, from: '08:00', to: '18:00' }],
};

interface NewCalendarProps {
  onCreated: (calendar: Calendar) => void;
  onClose: () => void;
}

export function NewCalendar({ onCreated, onClose }: NewCalendarProps) {
  const t = useCalendarTexts();
  return (
    <CalendarForm
      title={t('create')}
      fields={NEW_FIELDS}
      done={t('done.create')}
      send={createCalendar}
      onSaved={onCreated}
      onClose={onClose}
    />
  );
}

interface EditCalendarProps {
  calendar: Calendar;
  onClose: () => void;
}

export function EditCalendar({ calendar, onClose }: EditCalendarProps) {
  const t = useCalendarTexts();
  const { id, name, timezone, areaIds, weekly } = calendar;
  return (
    <CalendarForm
      title={t('edit')}
      fields={{ name, timezone, areaIds, weekly: rowsOf(weekly) }}
      done={t('done.save')}
      send={(body) => changeCalendar(id, body)}
      onClose={onClose}
    />
  );
}

interface CalendarFormProps {
  title: string;
  fields: Fields;
  done: string;
  send: (body: CalendarInput) => Promise<Calendar>;
  onSaved?: (calendar: Calendar) => void;
  onClose: () => void;
}

/** The name, the zone, the areas and the weekly hours. Exceptions are edited in the year. */
function CalendarForm({ title, fields, done, send, onSaved, onClose }: CalendarFormProps) {
  const t = useCalendarTexts();
  const form = useForm<Fields>({
    initialValues: fields,
    validate: {
      name: (text) => (text.trim() === '' ? t('missing') : null),
      weekly: (rows) => {
        if (rows.some(({ days }) => days.length === 0)) return t('daysMissing');
        return rows.some(({ from, to }) => from === '' || to === '') ? t('missing') : null;
      },
    },
  });
  const save = useAction(
    async () => {
      const { name, weekly, ...rest } = form.values;
      const saved = await send({ ...rest, name: name.trim(), weekly: weeklyOf(weekly) });
      // Otherwise the guard of the page would ask before the new calendar is shown.
      form.resetDirty();
      onSaved?.(saved);
    },
    { done, changes: [CALENDARS], onDone: onClose, form },
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
      <TextInput label={t('name')} required maxLength={255} data-autofocus {...form.getInputProps('name')} />
      <WeeklyFields
        rows={form.values.weekly}
        error={form.errors['weekly']}
        onChange={(rows) => form.setFieldValue('weekly', rows)}
      />
      <TimezoneSelect
        value={form.values.timezone}
        onChange={(zone) => form.setFieldValue('timezone', zone)}
      />
      <AreasSelect
        label={t('areas')}
        description={t('areasHint')}
        value={form.values.areaIds}
        onChange={(ids) => form.setFieldValue('areaIds', ids)}
      />
    </FormDialog>
  );
}
