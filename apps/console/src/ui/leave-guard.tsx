import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from './confirm-dialog';
import { useUiTexts } from './ui.texts';
import { hasUnsaved, losesUnsaved, pageForms } from './unsaved';

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

/**
 * Asks once before the page is left, or before the browser's Back or Forward closes a drawer, if unsaved changes would be
 * lost.
 */
export function LeaveGuard() {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next, action }) => {
      if (current.pathname !== next.pathname) return hasUnsaved(pageForms);
      // The console itself has asked before it closes a drawer, or has saved the form.
      const isOfConsole = action === 'PUSH' || action === 'REPLACE';
      return !isOfConsole && losesUnsaved(pageForms, current.search, next.search);
    },
    enableBeforeUnload: () => hasUnsaved(pageForms),
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  // The question is mounted only now, so that it is drawn over an open drawer.
  return <LeaveQuestion isOpen onLeave={blocker.proceed} onStay={blocker.reset} />;
}
