import { type ReactNode, useState } from 'react';
import { Button, SimpleGrid } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { mdiFilterVariant } from '@mdi/js';
import { Icon } from './icon';
import { SideDrawer } from './side-drawer';
import { useUiTexts } from './ui.texts';

interface FiltersProps {
  /** The values of the filters; undefined for a filter that lets everything pass. */
  values: readonly unknown[];
  /** The fields. */
  children: ReactNode;
}

/** The filters of a list. On a phone, they are in a drawer, so that the first screen shows the list. */
export function Filters({ values, children }: FiltersProps) {
  const t = useUiTexts();
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const [isOpen, setOpen] = useState(false);
  if (!isPhone) return children;
  const count = values.filter((value) => value !== undefined).length;
  return (
    <>
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<Icon path={mdiFilterVariant} />}
        onClick={() => setOpen(true)}
      >
        {count > 0 ? t('filtersSet', { count }) : t('filters')}
      </Button>
      <SideDrawer isOpen={isOpen} title={t('filters')} onClose={() => setOpen(false)}>
        <SimpleGrid cols={1} spacing="sm">
          {children}
          <Button onClick={() => setOpen(false)}>{t('showList')}</Button>
        </SimpleGrid>
      </SideDrawer>
    </>
  );
}
