import { TextInput, type TextInputProps } from '@mantine/core';
import type { CalendarDate } from '../format/calendar-period';
import { useTypedText } from './use-typed-text';

interface DateFieldProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange'> {
  date: CalendarDate | undefined;
  onChange: (date: CalendarDate | undefined) => void;
}

/**
 * A date that the address contains. The field has the dates of the years 2, 20 and 202 while 2026 is typed. They must
 * not each change the address, so changes are passed on a moment later.
 */
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
