import type { ReactNode } from 'react';
import { ActionIcon, Group, Stack } from '@mantine/core';
import { mdiTrashCanOutline } from '@mdi/js';
import { Icon } from '../icon';
import classes from './hours-fields.module.css';
import { useScheduleTexts } from './schedule.texts';
import { TimeField } from './time-field';
import { WeekdayChips } from './weekday-chips';

interface Hours {
  days: number[];
  from: string;
  to: string;
}

interface HoursFieldsProps {
  legend: string;
  hours: Hours;
  /** Names the button that removes the hours. */
  removeLabel: string;
  /** Fields after the times. */
  children?: ReactNode;
  onChange: (changes: Partial<Hours>) => void;
  onRemove: () => void;
}

/** A span of time on some days of the week, in a list of them. */
export function HoursFields(props: HoursFieldsProps) {
  const { legend, hours, removeLabel, children, onChange, onRemove } = props;
  const t = useScheduleTexts();
  return (
    <fieldset className={classes.hours}>
      <legend>{legend}</legend>
      <Stack gap="xs">
        <WeekdayChips value={hours.days} onChange={(days) => onChange({ days })} />
        <Group gap="xs" align="flex-end" wrap="nowrap" className={classes.fields}>
          <TimeField label={t('from')} value={hours.from} onChange={(from) => onChange({ from })} />
          <TimeField label={t('to')} value={hours.to} onChange={(to) => onChange({ to })} />
          {children}
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={removeLabel} onClick={onRemove}>
            <Icon path={mdiTrashCanOutline} />
          </ActionIcon>
        </Group>
      </Stack>
    </fieldset>
  );
}
