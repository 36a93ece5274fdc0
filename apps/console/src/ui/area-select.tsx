import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { areasQuery } from '../api/areas';
import { inTreeOrder } from '../api/area-tree';

interface AreaSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  value?: number | null;
  onChange?: (id: number | null) => void;
  /** The ids of areas that cannot be chosen. */
  without?: ReadonlySet<number>;
}

/** Chooses an area from the tree of areas. */
export function AreaSelect({ value = null, onChange, without, ...props }: AreaSelectProps) {
  const { data } = useQuery(areasQuery);
  const offered = data?.areas.filter(({ id }) => !without?.has(id)) ?? [];
  const areas = inTreeOrder(offered).map(({ area, path }) => ({
    value: String(area.id),
    label: path ? `${path} / ${area.name}` : area.name,
  }));
  return (
    <Select
      clearable
      searchable
      {...props}
      data={areas}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange?.(id === null ? null : Number(id))}
    />
  );
}
