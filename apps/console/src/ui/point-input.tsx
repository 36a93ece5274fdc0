import { Autocomplete, type AutocompleteProps, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { CodeText } from './code-text';
import { pointSearchQuery } from '../api/points';

const TYPING_MS = 200;

interface PointInputProps extends Omit<AutocompleteProps, 'data' | 'value' | 'onChange'> {
  value?: string;
  onChange?: (code: string) => void;
}

/** The code of a point, with suggestions by name and code. Other codes can be typed too. */
export function PointInput({ value = '', ...props }: PointInputProps) {
  const [search] = useDebouncedValue(value, TYPING_MS);
  const { data: points = [] } = useQuery(pointSearchQuery(search));
  const nameOf = (code: string) => points.find((point) => point.code === code)?.name;
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
            {nameOf(option.value)}
          </Text>
        </div>
      )}
    />
  );
}
