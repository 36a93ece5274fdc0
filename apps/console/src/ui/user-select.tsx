import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { userNamesQuery } from '../api/user-names';

interface UserSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  value?: number | null;
  onChange?: (id: number | null) => void;
}

/** Chooses a user by name. */
export function UserSelect({ value = null, onChange, ...props }: UserSelectProps) {
  const { data = [] } = useQuery(userNamesQuery);
  return (
    <Select
      clearable
      searchable
      {...props}
      data={data.map(({ id, username }) => ({ value: String(id), label: username }))}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange?.(id === null ? null : Number(id))}
    />
  );
}
