import { useState } from 'react';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useFollowed } from './use-followed';

interface TimeFieldProps extends Omit<
  TextInputProps,
  'type' | 'value' | 'onChange' | 'onBlur' | 'onKeyDown'
> {
  /** A local time such as `2026-03-29T08:30`. */
  time: string;
  onChange: (time: string) => void;
}

/** The first and the last time of a year with four digits, without those that no history has. */
const [EARLIEST, LATEST] = ['1970-01-02T00:00', '9999-12-30T23:59'];

/**
 * A local time that the address contains. While it is typed, the field has other times, so it is passed on when the user
 * leaves the field or presses Enter.
 */
export function TimeField({ time, onChange, ...props }: TimeFieldProps) {
  const [typed, setTyped] = useState(time);
  const passed = useFollowed(time, setTyped);
  const pass = () => {
    if (typed === time) return;
    if (typed < EARLIEST || typed > LATEST) {
      setTyped(time);
      return;
    }
    passed(typed);
    onChange(typed);
  };
  return (
    <TextInput
      {...props}
      type="datetime-local"
      min={EARLIEST}
      max={LATEST}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={pass}
      onKeyDown={({ key }) => key === 'Enter' && pass()}
    />
  );
}
