import { useState } from 'react';
import { NumberInput, type NumberInputProps } from '@mantine/core';

interface DecimalInputProps extends Omit<NumberInputProps, 'value' | 'onChange'> {
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}

/** Durations are rounded to milliseconds, so their value may differ a little from the typed one. */
const ROUNDING = 1e-6;

/** A number. An unfinished text such as `1.` stays in the field until the next key makes it a number. */
export function DecimalInput({ value, onChange, ...props }: DecimalInputProps) {
  const [typed, setTyped] = useState<string | number>('');
  const number = numberOf(typed);
  const isShown = number === value || Math.abs(Number(number) - Number(value)) < ROUNDING;
  return (
    <NumberInput
      {...props}
      value={isShown ? typed : (value ?? '')}
      onChange={(next) => {
        setTyped(next);
        onChange(numberOf(next));
      }}
    />
  );
}

function numberOf(typed: string | number): number | undefined {
  const number = Number(typed);
  return typed === '' || !Number.isFinite(number) ? undefined : number;
}
