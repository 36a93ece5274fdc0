import {
  Divider,
  Group,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Calendar, CALENDARS } from '../../api/calendars';
import type { CalendarDate } from '../../format/calendar-period';
import { StateBadge, type Tone } from '../../ui/badge';
import { Dialog } from '../../ui/dialog';
import { Form } from '../../ui/form';
import { TimeField } from '../../ui/schedule/time-field';
import { useUiTexts } from '../../ui/ui.texts';
import { useAction } from '../../ui/use-action';
import { changeExceptions } from './calendars.queries';
import { useCalendarTexts } from './calendars.texts';
import { dayOf, type DayState } from './day-hours';
import { MAX_EXCEPTIONS, rangesOf, repeated } from './exceptions';
import { ExceptionList } from './exceptions-panel';
import { useDateText, useHoursText } from './use-calendar-text';

const TONES: Record<DayState, Tone> = {
  open: 'good',
  closed: 'neutral',
  special: 'caution',
  holiday: 'critical',
};

interface DayDialogProps {
  calendar: Calendar;
  date: CalendarDate;
  canChange: boolean;
  onClose: () => void;
}

/** The hours and the exceptions of a day, with a form that adds an exception. */
export function DayDialog({ calendar, date, canChange, onClose }: DayDialogProps) {
  const t = useCalendarTexts();
  const ui = useUiTexts();
  const dateText = useDateText();
  const hoursText = useHoursText();
  const day = dayOf(calendar, date);
  // The `indices` of a range refer to the whole list, so the list is filtered afterwards.
  const ranges = rangesOf(calendar.exceptions).filter(({ first, last }) => first <= date && date <= last);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={dateText(date, { dateStyle: 'full' })}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <Stack gap="md">
        <Group gap="sm">
          <StateBadge tone={TONES[day.state]}>{t(day.state)}</StateBadge>
          {day.hours.length > 0 && <Text size="sm">{hoursText(day)}</Text>}
        </Group>
        {ranges.length > 0 && (
          <section>
            <Title order={3} size="h6" mb={4}>
              {t('exceptionsOfDay')}
            </Title>
            <ExceptionList calendar={calendar} ranges={ranges} canChange={canChange} />
          </section>
        )}
        {canChange && (
          <>
            <Divider />
            <ExceptionForm calendar={calendar} date={date} onAdded={onClose} />
          </>
        )}
      </Stack>
    </Dialog>
  );
}

interface ExceptionFormProps {
  calendar: Calendar;
  date: CalendarDate;
  onAdded: () => void;
}

function ExceptionForm({ calendar, date, onAdded }: ExceptionFormProps) {
  const t = useCalendarTexts();
  const form = useExceptionForm(calendar, date);
  const { kind, isWholeDay, from, to, name, first, last } = form.values;
  const add = useAction(
    () => {
      const times = isWholeDay ? { from: null, to: null } : { from, to };
      const added = repeated({ date: first, kind, ...times, name: name.trim() || null }, last);
      return changeExceptions(calendar.id, (exceptions) => [...exceptions, ...added]);
    },
    { done: t('done.add'), changes: [CALENDARS], onDone: onAdded, form },
  );
  return (
    <Form confirm={t('add')} isRunning={add.isPending} onSubmit={form.onSubmit(() => add.mutate())}>
      <Title order={3} size="h6">
        {t('addException')}
      </Title>
      <SegmentedControl
        aria-label={t('kind')}
        data={(['closed', 'open'] as const).map((value) => ({ value, label: t(`kind.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      <Switch label={t('allDay')} {...form.getInputProps('isWholeDay', { type: 'checkbox' })} />
      {!isWholeDay && (
        <SimpleGrid cols={2}>
          <TimeField label={t('from')} required {...form.getInputProps('from')} />
          <TimeField label={t('to')} required {...form.getInputProps('to')} />
        </SimpleGrid>
      )}
      <TextInput
        label={t('reason')}
        placeholder={t('reasonHint')}
        maxLength={255}
        {...form.getInputProps('name')}
      />
      <SimpleGrid cols={2}>
        <TextInput type="date" label={t('firstDay')} required {...form.getInputProps('first')} />
        <TextInput type="date" label={t('lastDay')} min={first} required {...form.getInputProps('last')} />
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        {t('daysHint')}
      </Text>
    </Form>
  );
}

function useExceptionForm({ exceptions }: Calendar, date: CalendarDate) {
  const t = useCalendarTexts();
  return useForm({
    initialValues: {
      kind: 'closed' as 'closed' | 'open',
      isWholeDay: true,
      from: '08:00',
      to: '12:00',
      name: '',
      first: date,
      last: date,
    },
    validate: {
      from: (time, { isWholeDay }) => (!isWholeDay && time === '' ? t('missing') : null),
      to: (time, { isWholeDay }) => (!isWholeDay && time === '' ? t('missing') : null),
      first: (first) => (first === '' ? t('missing') : null),
      last: (last, { first }) => {
        if (last < first) return t('lastDayEarly');
        const days = (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1;
        return exceptions.length + days > MAX_EXCEPTIONS ? t('tooMany') : null;
      },
    },
  });
}
