import type { ReactNode } from 'react';
import { Text } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { ConfirmDialog } from './confirm-dialog';
import { useUiTexts } from './ui.texts';
import { useAction } from './use-action';

export interface Deletion {
  /** The title, such as "Delete the plan". Default: "Delete". */
  title?: string;
  /** Explains which data is lost. */
  children: ReactNode;
  remove: () => Promise<unknown>;
  /** Prefixes of the keys of the queries that the deletion changes. */
  changes: readonly QueryKey[];
  onDeleted?: () => void;
}

interface DeleteDialogProps extends Deletion {
  isOpen: boolean;
  onClose: () => void;
}

/** Asks before a deletion, and deletes. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { isOpen, title, children, remove, changes, onDeleted, onClose } = props;
  const t = useUiTexts();
  const { isPending, mutate } = useAction(remove, {
    done: t('deleted'),
    changes,
    onDone: () => {
      onClose();
      onDeleted?.();
    },
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={title ?? t('delete')}
      confirm={t('delete')}
      isDangerous
      isRunning={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <Text size="sm" component="div">
        {children}
      </Text>
    </ConfirmDialog>
  );
}
