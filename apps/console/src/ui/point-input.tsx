import type { Ref } from 'react';
import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { pointOption } from './point-option';
import { useFoundPoints } from './use-found-points';

const TYPING_MS = 200;

interface PointInputProps extends Omit<AutocompleteProps, 'data' | 'value' | 'onChange'> {
  value?: string;
  ref?: Ref<HTMLInputElement>;
  onChange?: (code: string) => void;
}

/**
 * The code of a point, with suggestions by its name, code and unit, and by the name and code of its object. Other codes can
 * be typed too.
 */
export function PointInput({ value = '', ...props }: PointInputProps) {
  const [search] = useDebouncedValue(value, TYPING_MS);
  const points = useFoundPoints(search);
  return (
    <Autocomplete
      {...props}
      value={value}
      data={points.map(({ code }) => code)}
      // The API has already filtered the points.
      filter={({ options }) => options}
      renderOption={pointOption(points)}
    />
  );
}
