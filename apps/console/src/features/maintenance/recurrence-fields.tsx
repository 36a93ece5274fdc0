import { useState } from 'react';
import {
  Fieldset,
  NumberInput,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { usePlatform } from '../../api/platform';
import { useFormat } from '../../format/use-format';
import { PointInput } from '../../ui/point-input';
import { TimeField } from '../../ui/schedule/time-field';
import { useWeekdayName, useWeekdays } from '../../ui/schedule/use-weekdays';
import { useMaintenanceTexts } from './maintenance.texts';
import type { OrderForm } from './order-fields';
import { cronOf, FREQUENCIES, timesBetween } from './recurrence';

const KINDS = ['none', 'calendar', 'counter'] as const;
const SHOWN_TIMES = 3;
const FIVE_YEARS_MS = 5 * 366 * 86_400_000;
const MAX_HOURS = 1_000_000;

/** The recurrence of a work order: none, by the calendar, or by running hours. */
export function RecurrenceFields({ form }: { form: OrderForm }) {
  const t = useMaintenanceTexts();
  const { repeats } = form.values;
  return (
    <Fieldset variant="unstyled" legend={t('recurrence')}>
      <Stack gap="sm">
        <SegmentedControl
          fullWidth
          aria-label={t('recurrence')}
          data={KINDS.map((value) => ({ value, label: t(`recurrence.${value}`) }))}
          {...form.getInputProps('repeats')}
        />
        {repeats === 'calendar' && <CalendarFields form={form} />}
        {repeats === 'counter' && (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <PointInput
              label={t('point')}
              placeholder={t('pointHint')}
              required
              {...form.getInputProps('pointCode')}
            />
            <NumberInput
              label={t('everyHours')}
              min={0.1}
              max={MAX_HOURS}
              required
              {...form.getInputProps('everyHours')}
            />
          </SimpleGrid>
        )}
      </Stack>
    </Fieldset>
  );
}

function CalendarFields({ form }: { form: OrderForm }) {
  const t = useMaintenanceTexts();
  const { part } = useFormat();
  const { frequency } = form.values;
  const weekdayName = useWeekdayName();
  const weekdays = useWeekdays().map((day) => ({ value: String(day), label: weekdayName(day) }));
  const months = Array.from({ length: 12 }, (_, index) => ({
    value: String(index + 1),
    label: part(new Date(Date.UTC(2026, index, 1)).toISOString(), { month: 'long', timeZone: 'UTC' }),
  }));
  const numberField = (name: 'weekday' | 'month') => ({
    value: String(form.values[name]),
    onChange: (value: string | null) => form.setFieldValue(name, Number(value ?? 1)),
  });
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={t('frequency')}
          data={FREQUENCIES.map((value) => ({ value, label: t(`frequency.${value}`) }))}
          {...form.getInputProps('frequency')}
          onChange={(value) => {
            const next = FREQUENCIES.find((choice) => choice === value) ?? 'monthly';
            // The expression field is filled with the expression of the previous choice.
            if (next === 'custom') form.setFieldValue('cron', cronOf(form.values));
            form.setFieldValue('frequency', next);
          }}
        />
        {frequency === 'custom' ? (
          <TextInput
            label={t('cron')}
            description={t('cronHint')}
            maxLength={255}
            {...form.getInputProps('cron')}
          />
        ) : (
          <TimeField label={t('time')} required {...form.getInputProps('time')} />
        )}
        {frequency === 'weekly' && (
          <Select label={t('weekday')} data={weekdays} {...numberField('weekday')} />
        )}
        {frequency === 'yearly' && <Select label={t('month')} data={months} {...numberField('month')} />}
        {frequency !== 'weekly' && frequency !== 'custom' && (
          <NumberInput
            label={t('day')}
            min={1}
            max={31}
            allowDecimal={false}
            {...form.getInputProps('day')}
          />
        )}
      </SimpleGrid>
      <NextTimes form={form} />
    </>
  );
}

function NextTimes({ form: { values, errors } }: { form: OrderForm }) {
  const t = useMaintenanceTexts();
  const { date } = useFormat();
  const timeZone = usePlatform()?.timezone;
  const [openedAtMs] = useState(() => Date.now());
  const range = { afterMs: openedAtMs, beforeMs: openedAtMs + FIVE_YEARS_MS, most: SHOWN_TIMES };
  const times = timesBetween({ cron: cronOf(values), timezone: values.timezone }, timeZone, range);
  if (times.length === 0) {
    return values.frequency === 'custom' && errors.cron ? null : (
      <Text size="xs" c="var(--mantine-color-error)">
        {t('cronWrong')}
      </Text>
    );
  }
  return (
    <Text size="xs" c="dimmed">
      {t('nextTimes', { times: times.map((at) => date(at.toISOString())).join(' · ') })}
    </Text>
  );
}
