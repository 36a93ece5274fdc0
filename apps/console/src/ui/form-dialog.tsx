import type { ReactNode } from 'react';
import { Button, Group, Modal, Stack } from '@mantine/core';
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
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm();
        }}
      >
        <Stack gap="md">
          {children}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={isRunning}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
