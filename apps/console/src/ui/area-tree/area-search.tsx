import { CloseButton, Text, TextInput } from '@mantine/core';
import { mdiMagnify } from '@mdi/js';
import { Icon } from '../icon';
import { useUiTexts } from '../ui.texts';
import type { AreaRows } from './use-area-rows';

/** Searches a large tree of areas by name. A small tree needs no search. */
export function AreaSearch({ isLarge, search, setSearch, rows }: AreaRows<unknown>) {
  const t = useUiTexts();
  if (!isLarge) return null;
  return (
    <>
      <TextInput
        mb="xs"
        aria-label={t('searchAreas')}
        placeholder={t('searchAreas')}
        leftSection={<Icon path={mdiMagnify} />}
        rightSection={
          search && <CloseButton size="sm" aria-label={t('clear')} onClick={() => setSearch('')} />
        }
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {rows.length === 0 && (
        <Text component="output" display="block" size="sm" c="dimmed">
          {t('noArea')}
        </Text>
      )}
    </>
  );
}
