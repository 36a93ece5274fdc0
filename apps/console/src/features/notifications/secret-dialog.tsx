import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { useUiTexts } from '../../ui/ui.texts';
import { useNotificationTexts } from './notifications.texts';

interface SecretDialogProps {
  secrets: readonly { url: string; secret: string }[];
  onClose: () => void;
}

/** Shows the secrets of new webhooks, which the api does not show again. */
export function SecretDialog({ secrets, onClose }: SecretDialogProps) {
  const t = useNotificationTexts();
  const ui = useUiTexts();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('secretTitle')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('secretHint')}</Text>
        {secrets.map(({ url, secret }) => (
          <div key={`${url} ${secret}`}>
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {url}
            </Text>
            <Code block>{secret}</Code>
          </div>
        ))}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('understood')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
