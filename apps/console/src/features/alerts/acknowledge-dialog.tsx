import { notifications } from '@mantine/notifications';
import { ALERTS } from '../../api/alerts';
import { NoteDialog } from '../../ui/note-dialog';
import { useAction } from '../../ui/use-action';
import { useErrorText } from '../../ui/use-error-text';
import { useUiTexts } from '../../ui/ui.texts';
import { acknowledgeAlerts, NOTE_LENGTH } from './alerts.queries';
import { useAlertTexts } from './alerts.texts';

interface AcknowledgeDialogProps {
  ids: readonly number[];
  /** Called with the alerts that could not be acknowledged. */
  onDone: (failed: readonly number[]) => void;
  onClose: () => void;
}

/** Acknowledges the chosen alerts with one note. */
export function AcknowledgeDialog({ ids, onDone, onClose }: AcknowledgeDialogProps) {
  const t = useAlertTexts();
  const closeButtonProps = { 'aria-label': useUiTexts()('close') };
  const errorText = useErrorText();
  const acknowledge = useAction(
    async (note: string | null) => {
      const { failed, error } = await acknowledgeAlerts(ids, note);
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
    { changes: [ALERTS], onDone: onClose },
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
