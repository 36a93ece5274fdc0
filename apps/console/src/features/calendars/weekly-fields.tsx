import type { ReactNode } from 'react';
import { Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { mdiPlus } from '@mdi/js';
import { Icon } from '../../ui/icon';
import { HoursFields } from '../../ui/schedule/hours-fields';
import { WEEKDAYS } from '../../ui/schedule/weekdays';
import { useCalendarTexts } from './calendars.texts';
import type { WeeklyRow } from './exceptions';

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
          <HoursFields
            key={row.key}
            legend={t('hoursOf', { number: index + 1 })}
            hours={row}
            removeLabel={t('removeHours', { number: index + 1 })}
            onChange={(changes) => onChange(rows.with(index, { ...row, ...changes }))}
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
