import { TextInput, type TextInputProps } from '@mantine/core';
import type { CalendarDate } from '../format/calendar-period';
import { useTypedText } from './use-typed-text';

interface DateFieldProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'onBlur'> {
  date: CalendarDate | undefined;
  /** If true, an empty field is not passed on, and shows `date` again when the user leaves it. */
  required?: boolean;
  onChange: (date: CalendarDate | undefined) => void;
}

/**
 * A date that the address contains. The field has the dates of the years 2, 20 and 202 while 2026 is typed. They must
 * not each change the address, so changes are passed on a moment later.
 */
export function DateField({ date = '', required = false, onChange, ...props }: DateFieldProps) {
  const [typed, setTyped] = useTypedText(date, (text) => {
    if (text !== '' || !required) onChange(text || undefined);
  });
  return (
    <TextInput
      {...props}
      type="date"
      required={required}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => {
        if (required && typed === '') setTyped(date);
      }}
    />
  );
}
