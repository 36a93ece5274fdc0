import { ActionIcon, Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { mdiPlus, mdiTrashCanOutline } from '@mdi/js';
import { Icon } from '../../ui/icon';
import { HoursFields } from '../../ui/schedule/hours-fields';
import type { EditedPeriod, EditedVersion } from './tariff-versions';
import { useTariffTexts } from './tariffs.texts';
import classes from './tariff-fields.module.css';

const DECIMALS = 6;

interface VersionFieldsProps {
  version: EditedVersion;
  /** The position of the price in the list, from 1. */
  number: number;
  isWater: boolean;
  onChange: (version: EditedVersion) => void;
  onRemove: () => void;
}

/** The fields of a price that applies from a date on. */
export function VersionFields({ version, number, isWater, onChange, onRemove }: VersionFieldsProps) {
  const t = useTariffTexts();
  const { periods } = version;
  const change = (changes: Partial<EditedVersion>) => onChange({ ...version, ...changes });
  const addPeriod = () => {
    const key = Math.max(-1, ...periods.map((period) => period.key)) + 1;
    const added = { key, days: [1, 2, 3, 4, 5], from: '07:00', to: '20:00', price: version.price };
    change({ periods: [...periods, added] });
  };
  return (
    <Stack gap="sm" component="section" className={classes.version} aria-label={t('version', { number })}>
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {t('version', { number })}
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('removeVersion', { number })}
          onClick={onRemove}
        >
          <Icon path={mdiTrashCanOutline} />
        </ActionIcon>
      </Group>
      <Group grow align="flex-start">
        <TextInput
          type="date"
          label={t('validFrom')}
          description={number === 1 ? t('always') : null}
          value={version.validFrom}
          onChange={({ currentTarget }) => change({ validFrom: currentTarget.value })}
        />
        <NumberInput
          label={t(isWater ? 'defaultWater' : 'default')}
          description={periods.length > 0 ? t('otherTimes') : null}
          suffix={` ${version.currency}`}
          decimalScale={DECIMALS}
          hideControls
          value={version.price}
          onChange={(price) => change({ price })}
        />
      </Group>
      {periods.map((period, index) => {
        const changePeriod = (changes: Partial<EditedPeriod>) =>
          change({ periods: periods.with(index, { ...period, ...changes }) });
        return (
          <HoursFields
            key={period.key}
            legend={t('period', { number: index + 1 })}
            hours={period}
            removeLabel={t('removePeriod', { number: index + 1 })}
            onChange={changePeriod}
            onRemove={() => change({ periods: periods.toSpliced(index, 1) })}
          >
            <NumberInput
              label={t('periodPrice')}
              decimalScale={DECIMALS}
              hideControls
              value={period.price}
              onChange={(price) => changePeriod({ price })}
            />
          </HoursFields>
        );
      })}
      <Group>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon path={mdiPlus} size={16} />}
          onClick={addPeriod}
        >
          {t('addPeriod')}
        </Button>
      </Group>
    </Stack>
  );
}
