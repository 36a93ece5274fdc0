import { useState } from 'react';
import { Button, Group, Text } from '@mantine/core';
import { useFormat } from '../../../format/use-format';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { useAction } from '../../../ui/use-action';
import { type Correction, CORRECTED, deleteCorrection } from './corrections.queries';
import { useCorrectionTexts } from './corrections.texts';

/** The corrections behind a figure, with buttons that undo them. */
export function CorrectionList({ corrections }: { corrections: readonly Correction[] }) {
  const t = useCorrectionTexts();
  const correctionText = useCorrectionText();
  const [undone, setUndone] = useState<Correction | null>(null);
  return (
    <>
      {corrections.map((correction) => (
        <Group key={correction.id} justify="space-between" wrap="nowrap" gap="xs">
          <Text size="xs">
            {correctionText(correction)}{' '}
            <Text span c="dimmed">
              {t('because', { name: correction.createdBy, reason: correction.reason })}
            </Text>
          </Text>
          <Button size="compact-xs" variant="default" onClick={() => setUndone(correction)}>
            {t('undo')}
          </Button>
        </Group>
      ))}
      {undone && <UndoDialog correction={undone} onClose={() => setUndone(null)} />}
    </>
  );
}

interface UndoDialogProps {
  correction: Correction;
  onClose: () => void;
}

function UndoDialog({ correction, onClose }: UndoDialogProps) {
  const t = useCorrectionTexts();
  const correctionText = useCorrectionText();
  const undo = useAction(() => deleteCorrection(correction.id), {
    done: t('undone'),
    changes: CORRECTED,
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      title={t('undoTitle')}
      confirm={t('undo')}
      isRunning={undo.isPending}
      onConfirm={() => undo.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{correctionText(correction)}</Text>
      <Text size="sm">{t('undoHint')}</Text>
    </ConfirmDialog>
  );
}

function useCorrectionText(): (correction: Correction) => string {
  const t = useCorrectionTexts();
  const { part, number } = useFormat();
  const dateTime = (instant: string) => part(instant, { dateStyle: 'medium', timeStyle: 'medium' });
  return ({ kind, from, to, value }) => {
    if (kind === 'value') return t('replaced', { time: dateTime(from), value: number(value, 3) });
    return to ? t('stretch', { from: dateTime(from), to: dateTime(to) }) : t('one', { time: dateTime(from) });
  };
}
