import { TextInput, type TextInputProps } from '@mantine/core';
import type { CalendarDate } from '../format/calendar-period';
import { useTypedText } from './use-typed-text';

interface DateFieldProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange'> {
  date: CalendarDate | undefined;
  onChange: (date: CalendarDate | undefined) => void;
}

/** A date that the address contains. While the year is typed, the field has the dates of the years 2, 20 and 202. */
export function DateField({ date, onChange, ...props }: DateFieldProps) {
  const [typed, setTyped] = useTypedText(date ?? '', (text) => onChange(text || undefined));
  return (
    <TextInput
      {...props}
      type="date"
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  );
}
