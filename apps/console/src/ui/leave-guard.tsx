import { useState } from 'react';
import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from './confirm-dialog';
import { useUiTexts } from './ui.texts';

interface LeaveQuestionProps {
  isOpen: boolean;
  onLeave: () => void;
  onStay: () => void;
}

/** Asks whether unsaved changes may be lost. */
export function LeaveQuestion({ isOpen, onLeave, onStay }: LeaveQuestionProps) {
  const t = useUiTexts();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('leaveTitle')}
      confirm={t('leave')}
      isDangerous
      onConfirm={onLeave}
      onClose={onStay}
    >
      <Text size="sm">{t('leaveText')}</Text>
    </ConfirmDialog>
  );
}

/** Asks before the page is left, if unsaved changes would be lost. */
export function LeaveGuard({ mayLeave }: { mayLeave: () => boolean }) {
  const [isLeaving, setLeaving] = useState(false);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && !mayLeave(),
    enableBeforeUnload: () => !mayLeave(),
    withResolver: true,
  });
  return (
    <LeaveQuestion
      isOpen={blocker.status === 'blocked' && !isLeaving}
      onLeave={() => {
        setLeaving(true);
        blocker.proceed?.();
      }}
      onStay={() => blocker.reset?.()}
    />
  );
}
