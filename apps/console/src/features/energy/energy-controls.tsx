import { ActionIcon, Button, Group, SegmentedControl, Select } from '@mantine/core';
import { mdiChevronLeft, mdiChevronRight } from '@mdi/js';
import type { EnergyType } from '../../api/energy-types';
import { DateField } from '../../ui/date-field';
import { Icon } from '../../ui/icon';
import { type CalendarDate, type Unit, UNITS, moved } from '../../format/calendar-period';
import { useEnergyTypeTexts } from '../../ui/energy-type.texts';
import { type EnergySearch, METRICS } from './energy-search';
import { useEnergyTexts } from './energy.texts';

interface EnergyControlsProps {
  /** Without a metric, it cannot be chosen. */
  search: Required<Omit<EnergySearch, 'area' | 'metric'>> & Pick<EnergySearch, 'metric'>;
  units?: readonly Unit[];
  today: CalendarDate;
  types: readonly EnergyType[];
  onChange: (changes: Partial<EnergySearch>) => void;
}

/** The period, the energy type and the metric. */
export function EnergyControls({ search, units = UNITS, today, types, onChange }: EnergyControlsProps) {
  const t = useEnergyTexts();
  const typeText = useEnergyTypeTexts();
  const { unit, date, type, metric } = search;
  const next = moved(unit, date, 1);
  return (
    <Group gap="sm">
      <SegmentedControl
        aria-label={t('period')}
        data={units.map((value) => ({ value, label: t(`unit.${value}`) }))}
        value={unit}
        onChange={(value) => onChange({ unit: units.find((known) => known === value) })}
      />
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={t('earlier')}
          onClick={() => onChange({ date: moved(unit, date, -1) })}
        >
          <Icon path={mdiChevronLeft} />
        </ActionIcon>
        <DateField
          aria-label={t('date')}
          date={date}
          max={today}
          required
          onChange={(value) => onChange({ date: value })}
        />
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={t('later')}
          disabled={next > today}
          onClick={() => onChange({ date: next })}
        >
          <Icon path={mdiChevronRight} />
        </ActionIcon>
        <Button variant="subtle" disabled={date === today} onClick={() => onChange({ date: undefined })}>
          {t('today')}
        </Button>
      </Group>
      {metric && (
        <SegmentedControl
          aria-label={t('metric')}
          data={METRICS.map((value) => ({ value, label: t(`metric.${value}`) }))}
          value={metric}
          onChange={(value) => onChange({ metric: METRICS.find((known) => known === value) })}
        />
      )}
      {types.length > 1 && (
        <Select
          aria-label={t('energyType')}
          data={types.map((value) => ({ value, label: typeText(value) }))}
          value={type}
          onChange={(value) => onChange({ type: types.find((known) => known === value) })}
        />
      )}
    </Group>
  );
}
