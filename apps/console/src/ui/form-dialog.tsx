import type { ReactNode } from 'react';
import { Dialog } from './dialog';
import { Form } from './form';
import { useUiTexts } from './ui.texts';
import type { SearchParameter } from './unsaved';
import { useChangedGuard } from './use-changed-guard';

interface FormDialogProps {
  title: string;
  /** The fields. */
  children: ReactNode;
  /** The verb on the button: "Save". */
  confirm: string;
  isRunning?: boolean;
  /** Returns true while the fields have unsaved changes. */
  isDirty: () => boolean;
  /** The search parameter whose change closes the dialog; undefined if there is none. */
  parameter?: SearchParameter;
  onConfirm: () => void;
  onClose: () => void;
}

/**
 * A dialog with many fields. A click beside it does not close it, and Escape asks if the fields have changed, so that no
 * input is lost.
 */
export function FormDialog({
  title,
  children,
  confirm,
  isRunning,
  isDirty,
  parameter,
  onConfirm,
  onClose,
}: FormDialogProps) {
  const t = useUiTexts();
  const { requestClose, guard } = useChangedGuard({ isDirty, parameter, onClose });
  return (
    <Dialog
      opened
      onClose={requestClose}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('cancel') }}
    >
      {guard(
        <Form confirm={confirm} isRunning={isRunning} onSubmit={onConfirm} onCancel={requestClose}>
          {children}
        </Form>,
      )}
    </Dialog>
  );
}
