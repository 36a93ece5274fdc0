import { Divider, Stack } from '@mantine/core';
import type { Area } from '../../../api/areas';
import { SideDrawer } from '../../../ui/side-drawer';
import { ImportForm } from './import-form';
import { ImportList } from './import-list';
import { useImportTexts } from './imports.texts';

interface ImportDrawerProps {
  areas: readonly Area[];
  onClose: () => void;
}

/** A form for a new import, and the imports so far. */
export default function ImportDrawer({ areas, onClose }: ImportDrawerProps) {
  const t = useImportTexts();
  return (
    <SideDrawer isOpen title={t('title')} onClose={onClose}>
      <Stack gap="lg">
        <ImportForm areas={areas} />
        <Divider />
        <ImportList />
      </Stack>
    </SideDrawer>
  );
}
