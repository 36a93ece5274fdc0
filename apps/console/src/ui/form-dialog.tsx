import type { ReactNode } from 'react';
import { Modal } from '@mantine/core';
import { Form } from './form';
import { useUiTexts } from './ui.texts';

interface FormDialogProps {
  title: string;
  /** The fields. */
  children: ReactNode;
  /** The verb on the button: "Save". */
  confirm: string;
  isRunning?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** A dialog with many fields. A click beside it does not close it, so that no input is lost. */
export function FormDialog({ title, children, confirm, isRunning, onConfirm, onClose }: FormDialogProps) {
  const t = useUiTexts();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('cancel') }}
    >
      <Form confirm={confirm} isRunning={isRunning} onSubmit={onConfirm} onCancel={onClose}>
        {children}
      </Form>
    </Modal>
  );
}
