import { useState } from 'react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { OBJECTS } from '../../../api/objects';
import { POINTS } from '../../../api/points';
import { useFormat } from '../../../format/use-format';
import { ObjectSelect } from '../../../ui/object-select';
import { SideDrawer } from '../../../ui/side-drawer';
import { SkippedRows } from '../../../ui/skipped-rows';
import { useAction } from '../../../ui/use-action';
import { importPoints } from './add-points.queries';
import { useAddPointsTexts } from './add-points.texts';
import { AvailableList } from './available-list';

interface AddPointsDrawerProps {
  /** The object that is chosen at first. */
  objectId: number | undefined;
  onClose: () => void;
}

/** Adds points of the gateway to an object. Stays open if the API has left out some of them. */
export default function AddPointsDrawer({ objectId, onClose }: AddPointsDrawerProps) {
  const t = useAddPointsTexts();
  const { number } = useFormat();
  const [object, setObject] = useState<number | null>(objectId ?? null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [missing, setMissing] = useState<'objectMissing' | 'noneChosen' | null>(null);
  const add = useAction(
    async () => {
      const report = await importPoints(object ?? 0, [...chosen]);
      setChosen(new Set());
      if (report.failed === 0) onClose();
      return report;
    },
    {
      done: ({ imported }) => t('imported', { count: number(imported) }),
      changes: [POINTS, OBJECTS],
    },
  );
  const submit = () => {
    const problem = object === null ? 'objectMissing' : chosen.size === 0 ? 'noneChosen' : null;
    setMissing(problem);
    if (problem === null) add.mutate();
  };
  return (
    <SideDrawer
      isOpen
      title={t('title')}
      size="xl"
      closeOnClickOutside={false}
      isDirty={() => chosen.size > 0}
      onClose={onClose}
    >
      {/* Not a form, because the Enter key in the search must not add points. */}
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('hint')}
        </Text>
        <ObjectSelect
          label={t('object')}
          required
          value={object}
          error={missing === 'objectMissing' && t('objectMissing')}
          onChange={setObject}
        />
        {add.data && <SkippedRows report={add.data} />}
        <AvailableList chosen={chosen} onChange={setChosen} />
        {missing === 'noneChosen' && chosen.size === 0 && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {t('noneChosen')}
          </Text>
        )}
        <Group justify="flex-end">
          <Button loading={add.isPending} onClick={submit}>
            {t('import', { count: number(chosen.size) })}
          </Button>
        </Group>
      </Stack>
    </SideDrawer>
  );
}
