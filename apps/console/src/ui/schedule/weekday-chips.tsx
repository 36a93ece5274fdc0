import { Chip, Group } from '@mantine/core';
import { useWeekdayName, useWeekdays } from './use-weekdays';

interface WeekdayChipsProps {
  value: readonly number[];
  /** The days are in the order of the week. */
  onChange: (days: number[]) => void;
}

export function WeekdayChips({ value, onChange }: WeekdayChipsProps) {
  const weekdayName = useWeekdayName('short');
  return (
    <Chip.Group
      multiple
      value={value.map(String)}
      onChange={(days) => onChange(days.map(Number).toSorted((a, b) => a - b))}
    >
      <Group gap={4}>
        {useWeekdays().map((weekday) => (
          <Chip key={weekday} size="xs" value={String(weekday)}>
            {weekdayName(weekday)}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}
