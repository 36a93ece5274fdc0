import { useState } from 'react';
import { Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ALARMS } from '../../api/alarms';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { useAction } from '../../ui/use-action';
import { useErrorText } from '../../ui/use-error-text';
import { useUiTexts } from '../../ui/ui.texts';
import { acknowledgeAlarms } from './alarms.queries';
import { useAlarmTexts } from './alarms.texts';

interface AcknowledgeDialogProps {
  ids: readonly number[];
  /** Called with the alarms that could not be acknowledged. */
  onDone: (failed: readonly number[]) => void;
  onClose: () => void;
}

/** Acknowledges the chosen alarms with one note. */
export function AcknowledgeDialog({ ids, onDone, onClose }: AcknowledgeDialogProps) {
  const t = useAlarmTexts();
  const closeButtonProps = { 'aria-label': useUiTexts()('close') };
  const errorText = useErrorText();
  const [note, setNote] = useState('');
  const acknowledge = useAction(
    async () => {
      const { failed, error } = await acknowledgeAlarms(ids, note.trim() || null);
      const done = ids.length - failed.length;
      notifications.show(
        failed.length === 0
          ? { message: t('done.several', { count: done }), closeButtonProps }
          : {
              color: 'red',
              autoClose: 10_000,
              message: `${t('someFailed', { done, count: failed.length })} ${errorText(error)}`,
              closeButtonProps,
            },
      );
      onDone(failed);
    },
    { changes: [ALARMS], onDone: onClose },
  );
  return (
    <ConfirmDialog
      isOpen
      title={t('acknowledgeChosen', { count: ids.length })}
      confirm={t('acknowledge')}
      isRunning={acknowledge.isPending}
      onConfirm={() => acknowledge.mutate()}
      onClose={onClose}
    >
      <Textarea
        label={t('note')}
        description={t('hint.several')}
        maxLength={1000}
        autosize
        minRows={2}
        data-autofocus
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
