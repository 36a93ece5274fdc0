import {
  ActionIcon,
  Group,
  NumberInput,
  Paper,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { mdiTrashCanOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { type Area, areasQuery } from '../../../api/areas';
import { MEASURED_TYPES, unitsOf } from '../../../api/energy-types';
import { usePlatform } from '../../../api/platform';
import { useFormat } from '../../../format/use-format';
import { useEnergyTypeTexts } from '../../../ui/energy-type.texts';
import { Icon } from '../../../ui/icon';
import { PointInput } from '../../../ui/point-input';
import { useAreaTexts } from './areas.texts';
import { type AreaForm, editedMeter, kindsOf } from './edited-area';
import { FormulaFields } from './formula-fields';

interface PointField {
  value: string;
  onChange: (code: string) => void;
}

interface MeterFieldsetProps {
  form: AreaForm;
  /** Undefined for a new area. */
  areaId: number | undefined;
  index: number;
}

/**
 * The settings of one meter of an area. If another area has this meter, its settings are filled in, because a meter has
 * the same settings in every area.
 */
export function MeterFieldset({ form, areaId, index }: MeterFieldsetProps) {
  const t = useAreaTexts();
  const typeText = useEnergyTypeTexts();
  const timezone = usePlatform()?.timezone;
  const { data } = useQuery(areasQuery);
  const meter = form.values.meters[index];
  if (!meter) return null;
  const { kind, stored } = meter;
  const number = index + 1;
  const sharedWith = (pointCode: string) =>
    data?.areas.filter(
      ({ id, meters }) => id !== areaId && meters.some((other) => other.pointCode === pointCode),
    ) ?? [];
  const field = (name: string) => form.getInputProps(`meters.${index}.${name}`);
  const error = form.errors[`meters.${index}`];
  const { value: code, onChange: changeCode, ...codeField } = field('pointCode') as PointField;
  const others = sharedWith(code);
  const takeCode = (typed: string) => {
    changeCode(typed);
    const known = sharedWith(typed)[0]?.meters.find(({ pointCode }) => pointCode === typed);
    if (known) form.setFieldValue(`meters.${index}`, editedMeter(known, meter.key, timezone));
  };
  return (
    <Paper component="section" withBorder p="sm" radius="md" aria-label={t('meter', { number })}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Text size="sm" fw={600}>
            {t('meter', { number })}
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('removeMeter', { number })}
            title={t('removeMeter', { number })}
            onClick={() => form.removeListItem('meters', index)}
          >
            <Icon path={mdiTrashCanOutline} />
          </ActionIcon>
        </Group>
        {kind === 'formula' ? (
          <TextInput
            label={t('formulaCode')}
            description={t('formulaCodeHint')}
            required
            maxLength={255}
            value={code}
            onChange={({ currentTarget }) => takeCode(currentTarget.value)}
            {...codeField}
          />
        ) : (
          <PointInput
            label={t('point')}
            description={t('pointHint')}
            required
            maxLength={255}
            value={code}
            onChange={takeCode}
            {...codeField}
          />
        )}
        {others.length > 0 && (
          <Text size="xs" c="dimmed">
            {t('shared', { areas: others.map(({ name }) => name).join(', ') })}
          </Text>
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <Select
            label={t('kind')}
            allowDeselect={false}
            data={kindsOf(meter).map((value) => ({ value, label: t(`kind.${value}`) }))}
            {...field('kind')}
          />
          <Select
            label={t('energyType')}
            allowDeselect={false}
            data={MEASURED_TYPES.map((value) => ({ value, label: typeText(value) }))}
            {...field('energyType')}
          />
        </SimpleGrid>
        {kind === 'formula' ? (
          <FormulaFields form={form} index={index} />
        ) : (
          <ReadingFields form={form} index={index} />
        )}
        {error && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
        {stored && <MeterState meter={stored} />}
      </Stack>
    </Paper>
  );
}

/** The settings with which the readings of a meter are converted to energy. */
function ReadingFields({ form, index }: Omit<MeterFieldsetProps, 'areaId'>) {
  const t = useAreaTexts();
  const meter = form.values.meters[index];
  if (!meter) return null;
  const { kind, energyType } = meter;
  const field = (name: string) => form.getInputProps(`meters.${index}.${name}`);
  const [energyUnit, powerUnit] = unitsOf(energyType);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <NumberInput
        label={t('multiplier')}
        suffix={` ${kind === 'power' ? powerUnit : energyUnit}`}
        hideControls
        required
        {...field('multiplier')}
      />
      <NumberInput
        label={t(kind === 'interval' ? 'intervalLength' : 'interval')}
        suffix={` ${t('seconds')}`}
        min={1}
        max={2_678_400}
        allowDecimal={false}
        hideControls
        required
        {...field('intervalSeconds')}
      />
      <TextInput type="date" label={t('since')} description={t('sinceHint')} {...field('since')} />
      <NumberInput
        label={t('maxPower')}
        description={t('maxPowerHint')}
        suffix={` ${powerUnit}`}
        hideControls
        {...field('maxPowerKw')}
      />
      {kind === 'interval' && (
        <Select
          label={t('stampedAt')}
          allowDeselect={false}
          data={(['start', 'end'] as const).map((value) => ({ value, label: t(`stampedAt.${value}`) }))}
          {...field('stampedAt')}
        />
      )}
      {kind === 'cumulative' && (
        <NumberInput
          label={t('registerMax')}
          description={t('registerMaxHint')}
          hideControls
          {...field('registerMax')}
        />
      )}
    </SimpleGrid>
  );
}

/** How far the history of a meter has been read, and its implausible readings. */
function MeterState({ meter }: { meter: Area['meters'][number] }) {
  const t = useAreaTexts();
  const { share, number, dateTime } = useFormat();
  const { historyProgress, lastReadingAt, implausible } = meter;
  return (
    <Text size="xs" c="dimmed">
      {t('state', { share: share(historyProgress), last: dateTime(lastReadingAt) })}{' '}
      {implausible.count > 0 &&
        t('implausible', { count: number(implausible.count), last: dateTime(implausible.lastAt) })}
    </Text>
  );
}
