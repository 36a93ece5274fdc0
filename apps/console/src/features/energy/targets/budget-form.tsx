import { NumberInput, Select, SimpleGrid } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ENERGY_TYPES } from '../../../api/energy-types';
import type { CalendarDate } from '../../../format/calendar-period';
import { AreaSelect } from '../../../ui/area-select';
import { useEnergyTypeTexts } from '../../../ui/energy-type.texts';
import { FormDialog } from '../../../ui/form-dialog';
import { useAction } from '../../../ui/use-action';
import { energyUnitOf } from '../energy.queries';
import { dividedYear, yearOf } from './months';
import { type Budget, BUDGETS, changeBudget, createBudget } from './targets.queries';
import { useTargetsTexts } from './targets.texts';
import { useMonthName } from './use-month-name';

interface BudgetFields extends Pick<Budget, 'energyType'> {
  areaId: number | null;
  year: number | string;
  /** Empty for a month that is not filled in. */
  months: (number | string)[];
}

interface BudgetFormProps {
  /** Undefined for a new budget. */
  stored?: Budget;
  today: CalendarDate;
  onSaved?: (budget: Budget) => void;
  onClose: () => void;
}

/** The area, the energy type, the year and the energy of each month. */
export function BudgetForm({ stored, today, onSaved, onClose }: BudgetFormProps) {
  const t = useTargetsTexts();
  const typeText = useEnergyTypeTexts();
  const monthName = useMonthName('long');
  const required = (value: unknown) => (value === '' || value === null ? t('missing') : null);
  const form = useForm<BudgetFields>({
    initialValues: stored ?? {
      areaId: null,
      energyType: 'electricity',
      year: Number(today.slice(0, 4)),
      months: Array.from({ length: 12 }, () => ''),
    },
    validate: {
      areaId: required,
      year: required,
      months: (months) => (months.includes('') ? t('missing') : null),
    },
  });
  const save = useAction(
    async () => {
      const { areaId, energyType, year, months } = form.values;
      const body = { areaId: areaId ?? 0, energyType, year: Number(year), months: months.map(Number) };
      const saved = await (stored ? changeBudget(stored.id, body) : createBudget(body));
      // Otherwise the guard of the page would ask before the new budget is shown.
      form.resetDirty();
      onSaved?.(saved);
    },
    { done: t(stored ? 'done.save' : 'done.create'), changes: [BUDGETS], onDone: onClose, form },
  );
  const { areaId, months } = form.values;
  const suffix = ` ${energyUnitOf(form.values)}`;
  const isFilledIn = !months.includes('');
  return (
    <FormDialog
      title={t(stored ? 'edit' : 'create')}
      confirm={t('save')}
      isRunning={save.isPending}
      isDirty={form.isDirty}
      onConfirm={form.onSubmit(() => save.mutate())}
      onClose={onClose}
    >
      <AreaSelect
        label={t('area')}
        required
        value={areaId}
        error={form.errors['areaId']}
        onChange={(id) => form.setFieldValue('areaId', id)}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label={t('energyType')}
          allowDeselect={false}
          data={ENERGY_TYPES.map((value) => ({ value, label: typeText(value) }))}
          {...form.getInputProps('energyType')}
        />
        <NumberInput
          label={t('year')}
          required
          min={2000}
          max={2100}
          allowDecimal={false}
          thousandSeparator=""
          {...form.getInputProps('year')}
        />
      </SimpleGrid>
      <NumberInput
        label={t('perYear')}
        description={t('perYearHint')}
        min={0}
        decimalScale={3}
        hideControls
        suffix={suffix}
        value={isFilledIn ? yearOf(months) : ''}
        onChange={(value) => {
          // The field also reports the sum that it shows after a month has changed.
          if (value !== '' && Number(value) !== yearOf(months))
            form.setFieldValue('months', dividedYear(Number(value)));
        }}
      />
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="sm">
        {months.map((value, index) => (
          <NumberInput
            key={monthName(index + 1)}
            label={monthName(index + 1)}
            required
            min={0}
            max={1e9}
            decimalScale={3}
            hideControls
            suffix={suffix}
            {...form.getInputProps(`months.${index}`)}
            error={value === '' && form.errors['months']}
          />
        ))}
      </SimpleGrid>
    </FormDialog>
  );
}
