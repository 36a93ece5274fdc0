import { List } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/plantroom';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { useMessageText } from '../../ui/messages/use-message-text';
import { Notice } from '../../ui/notice';
import { useErrorText } from '../../ui/use-error-text';
import { FILES, type StoredFile, deleteFile } from './files.queries';
import { useFileTexts } from './files.texts';

interface DeleteDialogProps {
  file: StoredFile;
  onClose: () => void;
}

/** Asks before a file is deleted. If other records use the file, it names them. */
export function DeleteDialog({ file: { id, name }, onClose }: DeleteDialogProps) {
  const t = useFileTexts();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteFile(id),
    onSuccess: async () => {
      notifications.show({ message: t('deleted') });
      onClose();
      await queryClient.invalidateQueries({ queryKey: FILES });
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={t('deleteTitle')}
      confirm={t('delete')}
      isDangerous
      isRunning={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <span>{t('deleteHint', { name })}</span>
      {remove.isError && <Refusal error={remove.error} />}
    </ConfirmDialog>
  );
}

function Refusal({ error }: { error: Error }) {
  const t = useFileTexts();
  const errorText = useErrorText();
  const messageText = useMessageText();
  if (!(error instanceof ApiError && error.code === 'file_in_use')) {
    return <Notice tone="critical">{errorText(error)}</Notice>;
  }
  return (
    <Notice tone="caution" title={t('inUse')}>
      {t('inUseHint')}
      <List size="sm">
        {error.details.map((use) => (
          <List.Item key={`${use.path} ${use.message}`}>{messageText(use)}</List.Item>
        ))}
      </List>
    </Notice>
  );
}
