import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { inTreeOrder } from '../api/area-tree';
import { areasQuery } from '../api/areas';

interface AreasSelectProps {
  label: string;
  description?: string;
  value: readonly number[];
  onChange: (ids: number[]) => void;
}

/** Chooses areas. An inner area is shown with the names of the areas around it. */
export function AreasSelect({ label, description, value, onChange }: AreasSelectProps) {
  const { data } = useQuery(areasQuery);
  const areas = inTreeOrder(data?.areas ?? []).map(({ area, path }) => ({
    value: String(area.id),
    label: path ? `${path} / ${area.name}` : area.name,
  }));
  return (
    <MultiSelect
      label={label}
      description={description}
      data={areas}
      searchable
      clearable
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  );
}
