import type { ReactNode } from 'react';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useUiTexts } from './ui.texts';

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  /** What will happen, or fields that the action needs. */
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
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('cancel') }}>
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
            <Button type="submit" color={isDangerous ? 'red.8' : undefined} loading={isRunning}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
