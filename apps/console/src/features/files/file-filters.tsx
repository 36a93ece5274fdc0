import { Group, Select } from '@mantine/core';
import { useHasRole } from '../../api/account';
import { SearchField } from '../../ui/search-field';
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
      <SearchField
        label={t('search')}
        maxLength={254}
        text={search.search ?? ''}
        onChange={(text) => onChange({ search: text || undefined })}
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
