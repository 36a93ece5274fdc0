import { Paper, Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ENERGY_TYPES } from '../../../api/energy-types';
import { AreaSelect } from '../../../ui/area-select';
import { useEnergyTypeTexts } from '../../../ui/energy-type.texts';
import { FormDialog } from '../../../ui/form-dialog';
import { useAction } from '../../../ui/use-action';
import { BILLS, changeContract, type Contract, CONTRACTS, createContract } from './bills.queries';
import { useBillsTexts } from './bills.texts';
import { type ContractFields, fieldsOf, hasReactive, inputOf, NEW_FIELDS, newPart } from './contract-fields';
import { AddButton, PartFieldset } from './part-fields';

interface ContractFormProps {
  /** Undefined for a new contract. */
  stored?: Contract;
  onSaved?: (contract: Contract) => void;
  onClose: () => void;
}

const partOf = ({ parts }: ContractFields, path: string) => parts[Number(path.split('.')[1])];

/** The area of a contract, and its prices by date. */
export function ContractForm({ stored, onSaved, onClose }: ContractFormProps) {
  const t = useBillsTexts();
  const typeText = useEnergyTypeTexts();
  const required = (value: unknown) => (value === '' || value === null ? t('missing') : null);
  const form = useForm<ContractFields>({
    initialValues: stored ? fieldsOf(stored) : NEW_FIELDS,
    validate: {
      name: (name) => required(name.trim()),
      areaId: required,
      currency: (code) => (/^[A-Z]{3}$/.test(code) ? null : t('notCurrency')),
      parts: {
        validFrom: required,
        perMonth: required,
        price: (price, values, path) => (partOf(values, path)?.kind === 'series' ? null : required(price)),
        series: (series, values, path) => (partOf(values, path)?.kind === 'series' ? required(series) : null),
        periods: {
          price: (price, values, path) => (partOf(values, path)?.kind === 'periods' ? required(price) : null),
        },
        tiers: {
          upToKwh: (limit, values, path) => (partOf(values, path)?.kind === 'tiers' ? required(limit) : null),
          price: (price, values, path) => (partOf(values, path)?.kind === 'tiers' ? required(price) : null),
        },
        pricePerKw: (price, values, path) =>
          partOf(values, path)?.basis === 'none' ? null : required(price),
        freePercent: (percent, values, path) => {
          const part = partOf(values, path);
          return part && hasReactive(part, values.energyType) ? required(percent) : null;
        },
        levies: required,
        vat: required,
      },
    },
  });
  const save = useAction(
    async () => {
      const body = inputOf(form.values);
      const saved = await (stored ? changeContract(stored.id, body) : createContract(body));
      // Otherwise the guard of the page would ask before the new contract is shown.
      form.resetDirty();
      onSaved?.(saved);
    },
    { done: t(stored ? 'done.save' : 'done.create'), changes: [CONTRACTS, BILLS], onDone: onClose, form },
  );
  const { parts, areaId } = form.values;
  const error = form.errors['parts'];
  return (
    <FormDialog
      title={t(stored ? 'edit' : 'create')}
      confirm={t('save')}
      isRunning={save.isPending}
      isDirty={form.isDirty}
      onConfirm={form.onSubmit(() => save.mutate())}
      onClose={onClose}
    >
      <TextInput label={t('name')} required maxLength={255} data-autofocus {...form.getInputProps('name')} />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
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
        <TextInput label={t('currency')} required maxLength={3} {...form.getInputProps('currency')} />
      </SimpleGrid>
      {parts.map(({ key }, index) => (
        <Paper key={key} withBorder p="sm">
          <PartFieldset form={form} index={index} />
        </Paper>
      ))}
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      <AddButton title={t('addPart')} onClick={() => form.insertListItem('parts', newPart(parts))} />
    </FormDialog>
  );
}
