import { Group, Select, TextInput } from '@mantine/core';
import { mdiMagnify } from '@mdi/js';
import { useHasRole } from '../../api/account';
import { Icon } from '../../ui/icon';
import { CATEGORIES, type FileSearch } from './file-search';
import { useFileTexts } from './files.texts';

interface FileFiltersProps {
  search: FileSearch;
  onChange: (changes: FileSearch) => void;
}

export function FileFilters({ search, onChange }: FileFiltersProps) {
  const t = useFileTexts();
  // The API shows backups to administrators only.
  const isAdmin = useHasRole('admin');
  const categories = CATEGORIES.filter((value) => value !== 'backup' || isAdmin);
  return (
    <Group gap="sm" mb="md">
      <TextInput
        aria-label={t('search')}
        placeholder={t('search')}
        maxLength={254}
        leftSection={<Icon path={mdiMagnify} />}
        value={search.search ?? ''}
        onChange={({ currentTarget }) => onChange({ search: currentTarget.value || undefined })}
      />
      <Select
        aria-label={t('category')}
        placeholder={t('everyCategory')}
        data={categories.map((value) => ({ value, label: t(value) }))}
        value={search.category ?? null}
        clearable
        onChange={(value) => onChange({ category: CATEGORIES.find((known) => known === value) })}
      />
    </Group>
  );
}
