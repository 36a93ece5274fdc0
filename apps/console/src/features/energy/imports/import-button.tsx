import { Suspense, lazy, useState } from 'react';
import { Button } from '@mantine/core';
import { mdiUpload } from '@mdi/js';
import type { Area } from '../../../api/areas';
import { Icon } from '../../../ui/icon';
import { useImportTexts } from './imports.texts';

const ImportDrawer = lazy(() => import('./import-drawer'));

/** Opens the imports of readings. */
export function ImportButton({ areas }: { areas: readonly Area[] }) {
  const t = useImportTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<Icon path={mdiUpload} />} onClick={() => setOpen(true)}>
        {t('import')}
      </Button>
      {isOpen && (
        <Suspense>
          <ImportDrawer areas={areas} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
