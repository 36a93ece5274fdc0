import { Divider, Drawer, Stack } from '@mantine/core';
import type { Area } from '../../../api/areas';
import { useUiTexts } from '../../../ui/ui.texts';
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
  const ui = useUiTexts();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={t('title')}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <Stack gap="lg">
        <ImportForm areas={areas} />
        <Divider />
        <ImportList />
      </Stack>
    </Drawer>
  );
}
