import {
  ActionIcon,
  Button,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { mdiPlus, mdiTrashCanOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { Icon } from '../../../ui/icon';
import { HoursFields } from '../../../ui/schedule/hours-fields';
import { seriesQuery } from './bills.queries';
import { useBillsTexts } from './bills.texts';
import { type ContractFields, DEMAND_BASES, nextKey, PRICE_KINDS, WINDOWS } from './contract-fields';

const DECIMALS = 9;

interface FieldsProps {
  form: UseFormReturnType<ContractFields>;
  /** The position of the part in the contract. */
  index: number;
}

/** The prices of a contract from a date on. */
export function PartFieldset({ form, index }: FieldsProps) {
  const t = useBillsTexts();
  const field = (name: string) => form.getInputProps(`parts.${index}.${name}`);
  const title = t('part', { number: index + 1 });
  const part = form.values.parts[index];
  if (!part) return null;
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Group justify="space-between">
        <Text fw={600} size="sm">
          {title}
        </Text>
        {form.values.parts.length > 1 && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('removePart', { number: index + 1 })}
            onClick={() => form.removeListItem('parts', index)}
          >
            <Icon path={mdiTrashCanOutline} />
          </ActionIcon>
        )}
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        <TextInput type="date" label={t('validFrom')} required {...field('validFrom')} />
        <Price label={t('perMonth')} {...field('perMonth')} />
      </SimpleGrid>
      <Select
        label={t('energyPrice')}
        allowDeselect={false}
        data={PRICE_KINDS.map((value) => ({ value, label: t(`price.${value}`) }))}
        {...field('kind')}
      />
      {part.kind === 'series' ? (
        <SeriesSelect form={form} index={index} />
      ) : (
        <Price label={t(`priceOf.${part.kind}`)} {...field('price')} />
      )}
      {part.kind === 'periods' && <PeriodFields form={form} index={index} />}
      {part.kind === 'tiers' && <TierFields form={form} index={index} />}
      <Select
        label={t('demand')}
        allowDeselect={false}
        data={DEMAND_BASES.map((value) => ({ value, label: t(`basis.${value}`) }))}
        {...field('basis')}
      />
      {part.basis !== 'none' && <DemandFields form={form} index={index} />}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        {form.values.energyType === 'electricity' && (
          <>
            <NumberInput
              label={t('reactivePrice')}
              description={t('reactiveHint')}
              decimalScale={DECIMALS}
              hideControls
              {...field('pricePerKvarh')}
            />
            <NumberInput
              label={t('reactiveFree')}
              description={t('reactiveFreeHint')}
              suffix=" %"
              decimalScale={3}
              hideControls
              {...field('freePercent')}
            />
          </>
        )}
        <Price label={t('levies')} {...field('levies')} />
        <Price label={t('vat')} suffix=" %" {...field('vat')} />
      </SimpleGrid>
    </Stack>
  );
}

function Price(props: { label: string; suffix?: string }) {
  return <NumberInput decimalScale={DECIMALS} hideControls required {...props} />;
}

function SeriesSelect({ form, index }: FieldsProps) {
  const t = useBillsTexts();
  const { data = [] } = useQuery(seriesQuery);
  const { currency } = form.values;
  return (
    <Select
      label={t('series')}
      description={t('seriesHint')}
      required
      data={data
        .filter((series) => series.currency === currency)
        .map(({ id, name }) => ({ value: String(id), label: name }))}
      {...form.getInputProps(`parts.${index}.series`)}
    />
  );
}

function PeriodFields({ form, index }: FieldsProps) {
  const t = useBillsTexts();
  const path = `parts.${index}.periods`;
  const rows = form.values.parts[index]?.periods ?? [];
  return (
    <>
      {rows.map((row, at) => (
        <HoursFields
          key={row.key}
          legend={t('period', { number: at + 1 })}
          hours={row}
          removeLabel={t('removePeriod', { number: at + 1 })}
          onChange={(changes) => form.setFieldValue(`${path}.${at}`, { ...row, ...changes })}
          onRemove={() => form.removeListItem(path, at)}
        >
          <Price label={t('periodPrice')} {...form.getInputProps(`${path}.${at}.price`)} />
        </HoursFields>
      ))}
      <AddButton
        title={t('addPeriod')}
        onClick={() =>
          form.insertListItem(path, {
            key: nextKey(rows),
            days: [1, 2, 3, 4, 5],
            from: '07:00',
            to: '20:00',
            price: '',
          })
        }
      />
    </>
  );
}

function TierFields({ form, index }: FieldsProps) {
  const t = useBillsTexts();
  const path = `parts.${index}.tiers`;
  const rows = form.values.parts[index]?.tiers ?? [];
  return (
    <>
      {rows.map(({ key }, at) => (
        <Group key={key} gap="xs" align="flex-end" wrap="nowrap">
          <NumberInput
            label={t('upTo')}
            decimalScale={3}
            hideControls
            required
            flex={1}
            {...form.getInputProps(`${path}.${at}.upToKwh`)}
          />
          <Price label={t('periodPrice')} {...form.getInputProps(`${path}.${at}.price`)} />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="input-sm"
            aria-label={t('removeTier', { number: at + 1 })}
            onClick={() => form.removeListItem(path, at)}
          >
            <Icon path={mdiTrashCanOutline} />
          </ActionIcon>
        </Group>
      ))}
      <AddButton
        title={t('addTier')}
        onClick={() => form.insertListItem(path, { key: nextKey(rows), upToKwh: '', price: '' })}
      />
    </>
  );
}

function DemandFields({ form, index }: FieldsProps) {
  const t = useBillsTexts();
  const field = (name: string) => form.getInputProps(`parts.${index}.${name}`);
  const isRatchet = form.values.parts[index]?.basis === 'ratchet';
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        <Price label={t('pricePerKw')} {...field('pricePerKw')} />
        <Select
          label={t('window')}
          allowDeselect={false}
          data={WINDOWS.map((value) => ({ value, label: t('minutes', { count: value }) }))}
          {...field('windowMinutes')}
        />
        {isRatchet && <Price label={t('ratchet')} suffix=" %" {...field('ratchetPercent')} />}
        <NumberInput label={t('floor')} suffix=" kW" decimalScale={3} hideControls {...field('floorKw')} />
        <NumberInput
          label={t('contractPower')}
          description={t('contractPowerHint')}
          suffix=" kW"
          decimalScale={3}
          hideControls
          {...field('contractKw')}
        />
      </SimpleGrid>
      <Switch label={t('sliding')} {...form.getInputProps(`parts.${index}.sliding`, { type: 'checkbox' })} />
    </>
  );
}

export function AddButton({ title, onClick }: { title: string; onClick: () => void }) {
  return (
    <div>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Icon path={mdiPlus} size={16} />}
        onClick={onClick}
      >
        {title}
      </Button>
    </div>
  );
}
