import { useState } from 'react';
import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { objectQuery, objectSearchQuery } from '../api/objects';

const TYPING_MS = 200;

interface ObjectSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  value?: number | null;
  onChange?: (id: number | null) => void;
}

/** Finds an object by its name or code while the user types. */
export function ObjectSelect({ value = null, onChange, ...props }: ObjectSelectProps) {
  const { data: chosen } = useQuery(objectQuery(value));
  const [typed, setTyped] = useState('');
  // The text of the field is also the name of the chosen object, which is not searched for.
  const [search] = useDebouncedValue(typed === chosen?.name ? '' : typed, TYPING_MS);
  const { data: found = [] } = useQuery(objectSearchQuery(search));
  const objects = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
  return (
    <Select
      clearable
      searchable
      {...props}
      data={objects.map(({ id, name }) => ({ value: String(id), label: name }))}
      // The API has already filtered the objects.
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange?.(id === null ? null : Number(id))}
    />
  );
}
