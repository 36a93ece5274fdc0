import { TextInput, type TextInputProps } from '@mantine/core';

interface TimeFieldProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange'> {
  value?: string;
  /** Called with an empty text while the time is incomplete. */
  onChange?: (time: string) => void;
}

/** A time of the day. The field of the browser has no 24:00, so it shows the end of the day as 00:00. */
export function TimeField({ value, onChange, ...props }: TimeFieldProps) {
  return (
    <TextInput
      type="time"
      value={value === '24:00' ? '00:00' : value}
      onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      {...props}
    />
  );
}
