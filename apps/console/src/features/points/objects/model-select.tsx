import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { modelChoicesQuery } from '../../../api/models';
import { useObjectTexts } from './objects.texts';

interface ModelSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  value?: number | null;
  onChange?: (id: number | null) => void;
}

/** Chooses one of the 3D models. */
export function ModelSelect({ value = null, onChange, ...props }: ModelSelectProps) {
  const t = useObjectTexts();
  const { data = [] } = useQuery(modelChoicesQuery);
  return (
    <Select
      clearable
      searchable
      nothingFoundMessage={t('noModels')}
      {...props}
      data={data.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange?.(id === null ? null : Number(id))}
    />
  );
}
