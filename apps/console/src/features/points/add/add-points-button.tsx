import { Suspense, lazy, useState } from 'react';
import { Button } from '@mantine/core';
import { mdiPlus } from '@mdi/js';
import { Icon } from '../../../ui/icon';
import { useAddPointsTexts } from './add-points.texts';

const AddPointsDrawer = lazy(() => import('./add-points-drawer'));

/** Opens the points of the gateway. */
export function AddPointsButton({ objectId }: { objectId: number | undefined }) {
  const t = useAddPointsTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button leftSection={<Icon path={mdiPlus} />} onClick={() => setOpen(true)}>
        {t('title')}
      </Button>
      {isOpen && (
        <Suspense>
          <AddPointsDrawer objectId={objectId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
