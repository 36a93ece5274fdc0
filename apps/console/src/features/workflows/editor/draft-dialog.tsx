import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { useEditorTexts } from './editor.texts';

interface DraftDialogProps {
  isOpen: boolean;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks whether to store a workflow with problems as a draft. */
export function DraftDialog({ isOpen, isPending, onConfirm, onClose }: DraftDialogProps) {
  const t = useEditorTexts();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('draftTitle')}
      confirm={t('saveDraft')}
      isRunning={isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Text size="sm">{t('draftText')}</Text>
    </ConfirmDialog>
  );
}
