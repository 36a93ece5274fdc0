import { notifications } from '@mantine/notifications';
import { ALARMS } from '../../api/alarms';
import { NoteDialog } from '../../ui/note-dialog';
import { useAction } from '../../ui/use-action';
import { useErrorText } from '../../ui/use-error-text';
import { useUiTexts } from '../../ui/ui.texts';
import { acknowledgeAlarms, NOTE_LENGTH } from './alarms.queries';
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
  const acknowledge = useAction(
    async (note: string | null) => {
      const { failed, error } = await acknowledgeAlarms(ids, note);
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
    <NoteDialog
      title={t('acknowledgeChosen', { count: ids.length })}
      confirm={t('acknowledge')}
      label={t('note')}
      hint={t('hint.several')}
      maxLength={NOTE_LENGTH}
      isRunning={acknowledge.isPending}
      onConfirm={(note) => acknowledge.mutate(note)}
      onClose={onClose}
    />
  );
}
