import type { ReactNode } from 'react';
import { Dialog } from './dialog';
import { Form } from './form';
import { useUiTexts } from './ui.texts';

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  /** The effect of the action, or the fields that it needs. */
  children: ReactNode;
  /** The verb on the button: "Delete". */
  confirm: string;
  isDangerous?: boolean;
  isRunning?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before an action. Enter in a field confirms, Escape closes. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, children, confirm, isDangerous, isRunning, onConfirm, onClose } = props;
  const t = useUiTexts();
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title={title}
      // A click beside it must not lose what was typed.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('cancel') }}
    >
      <Form
        confirm={confirm}
        isDangerous={isDangerous}
        isRunning={isRunning}
        onSubmit={onConfirm}
        onCancel={onClose}
      >
        {children}
      </Form>
    </Dialog>
  );
}
