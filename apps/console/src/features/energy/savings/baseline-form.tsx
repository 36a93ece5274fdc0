import type { ReactNode } from 'react';
import { Fieldset, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ENERGY_TYPES } from '../../../api/energy-types';
import { usePlatform } from '../../../api/platform';
import { AreaSelect } from '../../../ui/area-select';
import { useEnergyTypeTexts } from '../../../ui/energy-type.texts';
import { FormDialog } from '../../../ui/form-dialog';
import { useAction } from '../../../ui/use-action';
import { AdjustmentFields } from './adjustment-fields';
import { type BaselineFields, fieldsOf, inputOf, NEW_FIELDS } from './baseline-fields';
import {
  type Baseline,
  BASELINES,
  changeBaseline,
  createBaseline,
  FORMS,
  METHODS,
} from './baselines.queries';
import { useSavingsTexts } from './savings.texts';

interface BaselineFormProps {
  /** Undefined for a new baseline. */
  stored?: Baseline;
  onSaved?: (baseline: Baseline) => void;
  onClose: () => void;
}

/** The steps to set up a baseline: the area, its model before the measure, and the measure. */
export function BaselineForm({ stored, onSaved, onClose }: BaselineFormProps) {
  const t = useSavingsTexts();
  const typeText = useEnergyTypeTexts();
  const timezone = usePlatform()?.timezone;
  const required = (value: unknown) => (value === '' || value === null ? t('missing') : null);
  const form = useForm<BaselineFields>({
    initialValues: stored ? fieldsOf(stored, timezone) : NEW_FIELDS,
    validate: {
      name: (name) => required(name.trim()),
      areaId: required,
      from: required,
      last: (last, { from }) => required(last) ?? (last < from ? t('beforeStart') : null),
      reportingFrom: (date, { last }) => required(date) ?? (date <= last ? t('beforeEnd') : null),
      adjustments: {
        from: required,
        last: (last, { adjustments }, path) => {
          const { from = '' } = adjustments[Number(path.split('.')[1])] ?? {};
          return required(last) ?? (last < from ? t('beforeStart') : null);
        },
        kwhPerDay: required,
        note: (note) => required(note.trim()),
      },
    },
  });
  const save = useAction(
    async () => {
      const body = inputOf(form.values, stored, timezone);
      const saved = await (stored ? changeBaseline(stored.id, body) : createBaseline(body));
      // Otherwise the guard of the page would ask before the new baseline is shown.
      form.resetDirty();
      onSaved?.(saved);
    },
    { done: t(stored ? 'done.save' : 'done.create'), changes: [BASELINES], onDone: onClose, form },
  );
  const { method, energyType, areaId, last } = form.values;
  return (
    <FormDialog
      title={t(stored ? 'edit' : 'create')}
      confirm={t('save')}
      isRunning={save.isPending}
      isDirty={form.isDirty}
      onConfirm={form.onSubmit(() => save.mutate())}
      onClose={onClose}
    >
      <Step title={t('step.area')}>
        <TextInput
          label={t('name')}
          description={t('nameHint')}
          required
          maxLength={255}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <AreaSelect
            label={t('area')}
            required
            value={areaId}
            error={form.errors['areaId']}
            onChange={(id) => form.setFieldValue('areaId', id)}
          />
          <Select
            label={t('energyType')}
            allowDeselect={false}
            data={ENERGY_TYPES.map((value) => ({ value, label: typeText(value) }))}
            {...form.getInputProps('energyType')}
          />
        </SimpleGrid>
      </Step>
      <Step title={t('step.model')}>
        <Text size="sm">{t(`needs.${method}`)}</Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput type="date" label={t('from')} required {...form.getInputProps('from')} />
          <TextInput type="date" label={t('last')} required {...form.getInputProps('last')} />
        </SimpleGrid>
        <Select
          label={t('method')}
          description={t(`explains.${method}`)}
          allowDeselect={false}
          data={METHODS.map((value) => ({ value, label: t(`method.${value}`) }))}
          {...form.getInputProps('method')}
        />
        <Select
          label={t('form')}
          description={t('formHint')}
          allowDeselect={false}
          data={[
            { value: '', label: t('bestForm') },
            ...FORMS.map((value) => ({ value, label: t(`model.${value}`) })),
          ]}
          {...form.getInputProps('form')}
        />
      </Step>
      <Step title={t('step.measure')}>
        <TextInput
          type="date"
          label={t('reportingFrom')}
          description={t('reportingFromHint')}
          required
          min={last || undefined}
          {...form.getInputProps('reportingFrom')}
        />
        <AdjustmentFields form={form} unit={energyType === 'water' ? 'm³' : 'kWh'} />
      </Step>
      <Text size="sm">{t('checkHint')}</Text>
    </FormDialog>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Fieldset legend={title}>
      <Stack gap="sm">{children}</Stack>
    </Fieldset>
  );
}
