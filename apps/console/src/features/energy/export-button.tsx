import { Button } from '@mantine/core';
import { mdiDownload } from '@mdi/js';
import { saveFile } from '../../api/save-file';
import { Icon } from '../../ui/icon';
import { useAction } from '../../ui/use-action';
import { type EnergyChoice, exportEnergy } from './energy.queries';
import { useEnergyTexts } from './energy.texts';

/** Writes the energy of the shown area and period to a CSV file, and saves it when it is complete. */
export function ExportButton({ choice }: { choice: EnergyChoice }) {
  const t = useEnergyTexts();
  const { mutate, isPending } = useAction(async () => saveFile(await exportEnergy(choice)), {
    done: t('exported'),
    changes: [],
  });
  return (
    <Button
      variant="default"
      leftSection={<Icon path={mdiDownload} />}
      loading={isPending}
      onClick={() => mutate()}
    >
      {t('export')}
    </Button>
  );
}
