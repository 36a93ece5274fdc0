import { Group, SegmentedControl, Select, SimpleGrid, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useState } from 'react';
import { ENERGY_TYPES } from '../../api/energy-types';
import { startExport } from '../../api/exports';
import { usePlatform } from '../../api/platform';
import { type CalendarDate, dateIn, isCalendarDate, moved, spanOf } from '../../format/calendar-period';
import { AreaSelect } from '../../ui/area-select';
import { useEnergyTypeTexts } from '../../ui/energy-type.texts';
import { FormDialog } from '../../ui/form-dialog';
import { SEVERITIES, type Severity } from '../../ui/severity-badge';
import { useUiTexts } from '../../ui/ui.texts';
import { useAction } from '../../ui/use-action';
import { INTERVALS, STATUSES, TYPES, type ExportValues, exportInput } from './export-input';
import { FILES } from './files.queries';
import { useFileTexts } from './files.texts';
import { addStartedExport } from './started-exports';

/** Starts an export of a period. */
export function ExportForm({ onClose }: { onClose: () => void }) {
  const t = useFileTexts();
  const timezone = usePlatform()?.timezone;
  const [today] = useState(() => dateIn(timezone, new Date()));
  const form = useForm<ExportValues>({
    initialValues: { type: 'energy', ...lastDaysOf(today), interval: 'hour' },
    validate: {
      from: (from) => (isCalendarDate(from) ? null : t('periodWrong')),
      last: (last, { from }) => (isCalendarDate(last) && from <= last ? null : t('periodWrong')),
    },
  });
  const start = useAction(
    async () => {
      const input = exportInput(form.values);
      const { jobId } = await startExport(input);
      addStartedExport({ jobId, type: input.type, from: form.values.from, to: form.values.last });
    },
    { done: t('started'), changes: [FILES], onDone: onClose },
  );
  return (
    <FormDialog
      title={t('newExport')}
      confirm={t('start')}
      isRunning={start.isPending}
      isDirty={form.isDirty}
      onConfirm={form.onSubmit(() => start.mutate())}
      onClose={onClose}
    >
      <SegmentedControl
        fullWidth
        aria-label={t('records')}
        data={TYPES.map((value) => ({ value, label: t(value) }))}
        value={form.values.type}
        onChange={(type) =>
          form.setValues({ ...valuesOf(type as ExportValues['type'], form.values, today), status: null })
        }
      />
      <Group grow align="flex-start">
        <TextInput type="date" label={t('from')} {...form.getInputProps('from')} />
        <TextInput type="date" label={t('to')} {...form.getInputProps('last')} />
      </Group>
      <ExportFilters form={form} />
    </FormDialog>
  );
}

/** The values after a change of the type. A baseline explains a year; between the other types, the period stays. */
function valuesOf(
  type: ExportValues['type'],
  before: ExportValues,
  today: CalendarDate,
): Partial<ExportValues> {
  if (type === 'savings') {
    const { from, to } = spanOf('year', moved('year', today, -1));
    return { type, from, last: moved('day', to, -1) };
  }
  return { type, ...(before.type === 'savings' ? lastDaysOf(today) : {}) };
}

/** The current month until yesterday. On the first day of a month, the previous month. */
function lastDaysOf(today: CalendarDate): { from: CalendarDate; last: CalendarDate } {
  const last = moved('day', today, -1);
  return { from: spanOf('month', last).from, last };
}

function ExportFilters({ form }: { form: UseFormReturnType<ExportValues> }) {
  const t = useFileTexts();
  const typeText = useEnergyTypeTexts();
  const ui = useUiTexts();
  const { type, energyType, interval, severity, status } = form.values;
  const areaSelect = (
    <AreaSelect label={t('area')} placeholder={t('everyArea')} {...form.getInputProps('areaId')} />
  );
  if (type === 'energy' || type === 'savings') {
    return (
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {areaSelect}
        <Select
          label={t('energyType')}
          placeholder={type === 'energy' ? t('everyType') : typeText('electricity')}
          clearable
          data={ENERGY_TYPES.map((value) => ({ value, label: typeText(value) }))}
          value={energyType ?? null}
          onChange={(value) => form.setFieldValue('energyType', value as ExportValues['energyType'])}
        />
        {type === 'energy' && (
          <Select
            label={t('interval')}
            data={INTERVALS.map((value) => ({ value, label: t(`interval.${value}`) }))}
            value={interval ?? null}
            onChange={(value) => form.setFieldValue('interval', value as ExportValues['interval'])}
          />
        )}
      </SimpleGrid>
    );
  }
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      {areaSelect}
      <Select
        label={t('severity')}
        placeholder={t('everySeverity')}
        clearable
        data={SEVERITIES.map((value) => ({ value, label: ui(value) }))}
        value={severity ?? null}
        onChange={(value) => form.setFieldValue('severity', value as Severity | null)}
      />
      <Select
        label={t('status')}
        placeholder={t('everyStatus')}
        clearable
        data={STATUSES[type].map((value) => ({ value, label: t(`status.${value}`) }))}
        value={status ?? null}
        onChange={(value) => form.setFieldValue('status', value as ExportValues['status'])}
      />
    </SimpleGrid>
  );
}
