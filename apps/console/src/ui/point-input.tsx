import type { Ref } from 'react';
import { Autocomplete, type AutocompleteProps, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { CodeText } from './code-text';
import { useFoundPoints } from './use-found-points';

const TYPING_MS = 200;

interface PointInputProps extends Omit<AutocompleteProps, 'data' | 'value' | 'onChange'> {
  value?: string;
  ref?: Ref<HTMLInputElement>;
  onChange?: (code: string) => void;
}

/** The code of a point, with suggestions by its name and code, and by those of its object. Other codes can be typed too. */
export function PointInput({ value = '', ...props }: PointInputProps) {
  const [search] = useDebouncedValue(value, TYPING_MS);
  const points = useFoundPoints(search);
  const factsOf = (code: string) => {
    const point = points.find((each) => each.code === code);
    return [point?.name, point?.unit, point?.object].filter(Boolean).join(' · ');
  };
  return (
    <Autocomplete
      {...props}
      value={value}
      data={points.map(({ code }) => code)}
      // The API has already filtered the points.
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <div>
          <CodeText>{option.value}</CodeText>
          <Text size="xs" c="dimmed">
            {factsOf(option.value)}
          </Text>
        </div>
      )}
    />
  );
}
