import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { mdiMagnify } from '@mdi/js';
import { Icon } from '../../ui/icon';
import { useShellTexts } from './shell.texts';

/** Most visits need no search, so its code is loaded when it is opened first. */
const SearchDialog = lazy(() =>
  import('./search-dialog').then((module) => ({ default: module.SearchDialog })),
);

/** Opens a search for pages, areas, points and workflows, also with Ctrl+K. */
export function GlobalSearch() {
  const t = useShellTexts();
  const [isOpen, { open, close }] = useDisclosure();
  const [wasOpen, { open: load }] = useDisclosure();
  const show = () => {
    load();
    open();
  };
  // Also while a field has the focus.
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    show();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('search')}
        title={t('searchKeys')}
        onClick={show}
      >
        <Icon path={mdiMagnify} />
      </ActionIcon>
      {wasOpen && (
        <Suspense>
          <SearchDialog isOpen={isOpen} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
