import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { calendarsQuery } from '../api/calendars';

interface CalendarSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  value?: number | null;
  onChange?: (id: number | null) => void;
}

/** Chooses a calendar by its name. A deleted calendar is shown by its id. */
export function CalendarSelect({ value = null, onChange, ...props }: CalendarSelectProps) {
  const { data } = useQuery(calendarsQuery);
  const choices = (data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const isMissing = data && value !== null && !data.some(({ id }) => id === value);
  return (
    <Select
      searchable
      {...props}
      data={isMissing ? [...choices, { value: String(value), label: `#${value}` }] : choices}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange?.(id === null ? null : Number(id))}
    />
  );
}
