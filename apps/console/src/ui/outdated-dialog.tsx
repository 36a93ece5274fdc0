import { Button, Group, Stack, Text } from '@mantine/core';
import { Dialog } from './dialog';
import { useUiTexts } from './ui.texts';

interface OutdatedDialogProps {
  isOpen: boolean;
  /** Names what was changed. */
  title: string;
  onReload: () => void;
  onOverwrite: () => void;
  onClose: () => void;
}

/** Somebody else has saved the edited record: offers to reload it, or to overwrite it. */
export function OutdatedDialog({ isOpen, title, onReload, onOverwrite, onClose }: OutdatedDialogProps) {
  const t = useUiTexts();
  return (
    <Dialog opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('cancel') }}>
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
    </Dialog>
  );
}
