import { useState } from 'react';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { useEditorTexts } from './editor.texts';

interface OutdatedDialogProps {
  isOpen: boolean;
  onReload: () => void;
  onOverwrite: () => void;
  onClose: () => void;
}

/** Somebody else has saved the workflow: offers to reload it, or to overwrite it. */
export function OutdatedDialog({ isOpen, onReload, onOverwrite, onClose }: OutdatedDialogProps) {
  const t = useEditorTexts();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('outdatedTitle')}
      closeButtonProps={{ 'aria-label': t('cancel') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('outdatedText')}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onReload}>
            {t('reload')}
          </Button>
          <Button color="red.8" onClick={onOverwrite}>
            {t('overwrite')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

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

/** Asks before unsaved changes are lost. */
export function LeaveGuard({ mayLeave }: { mayLeave: () => boolean }) {
  const t = useEditorTexts();
  const [isLeaving, setLeaving] = useState(false);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && !mayLeave(),
    enableBeforeUnload: () => !mayLeave(),
    withResolver: true,
  });
  const isOpen = blocker.status === 'blocked' && !isLeaving;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('leaveTitle')}
      confirm={t('leave')}
      isDangerous
      onConfirm={() => {
        setLeaving(true);
        blocker.proceed?.();
      }}
      onClose={() => blocker.reset?.()}
    >
      <Text size="sm">{t('leaveText')}</Text>
    </ConfirmDialog>
  );
}
