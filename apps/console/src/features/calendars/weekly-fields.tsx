import type { ReactNode } from 'react';
import { ActionIcon, Button, Chip, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import { mdiPlus, mdiTrashCanOutline } from '@mdi/js';
import { Icon } from '../../ui/icon';
import { useWeekdayName } from '../../ui/schedule/use-schedule-text';
import { useCalendarTexts } from './calendars.texts';
import type { WeeklyRow } from './exceptions';
import classes from './calendars.module.css';

/** 1 is Monday. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

interface WeeklyFieldsProps {
  rows: readonly WeeklyRow[];
  error: ReactNode;
  onChange: (rows: WeeklyRow[]) => void;
}

/** The hours of every week. Each row has the days with the same hours. */
export function WeeklyFields({ rows, error, onChange }: WeeklyFieldsProps) {
  const t = useCalendarTexts();
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
    const used = new Set(rows.flatMap(({ days }) => days));
    const days = WEEKDAYS.filter((day) => !used.has(day));
    onChange([...rows, { key, days, from: '08:00', to: '18:00' }]);
  };
  return (
    <Fieldset legend={t('hours')}>
      <Stack gap="sm">
        {rows.map((row, index) => (
          <RowFields
            key={row.key}
            row={row}
            number={index + 1}
            onChange={(changed) => onChange(rows.with(index, changed))}
            onRemove={() => onChange(rows.toSpliced(index, 1))}
          />
        ))}
        {rows.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('noHours')}
          </Text>
        )}
        {error && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
        <Group justify="space-between" gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon path={mdiPlus} size={16} />}
            onClick={add}
          >
            {t('addHours')}
          </Button>
          <Text size="xs" c="dimmed">
            {t('nextDay')}
          </Text>
        </Group>
      </Stack>
    </Fieldset>
  );
}

interface RowFieldsProps {
  row: WeeklyRow;
  /** From 1 on. */
  number: number;
  onChange: (row: WeeklyRow) => void;
  onRemove: () => void;
}

function RowFields({ row, number, onChange, onRemove }: RowFieldsProps) {
  const t = useCalendarTexts();
  const weekdayName = useWeekdayName('short');
  const change = (changes: Partial<WeeklyRow>) => onChange({ ...row, ...changes });
  return (
    <fieldset className={classes.hoursRow}>
      <legend>{t('hoursOf', { number })}</legend>
      <Chip.Group
        multiple
        value={row.days.map(String)}
        onChange={(days) => change({ days: days.map(Number).toSorted((a, b) => a - b) })}
      >
        <Group gap={4} mb="xs">
          {WEEKDAYS.map((weekday) => (
            <Chip key={weekday} size="xs" value={String(weekday)}>
              {weekdayName(weekday)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          className={classes.time}
          type="time"
          label={t('from')}
          value={row.from}
          onChange={({ currentTarget }) => change({ from: currentTarget.value })}
        />
        <TextInput
          className={classes.time}
          type="time"
          label={t('to')}
          value={row.to}
          onChange={({ currentTarget }) => change({ to: currentTarget.value })}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('removeHours', { number })}
          onClick={onRemove}
        >
          <Icon path={mdiTrashCanOutline} />
        </ActionIcon>
      </Group>
    </fieldset>
  );
}
