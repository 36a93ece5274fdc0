import { Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';
import { useEditorTexts } from '../editor/editor.texts';

interface SecretDialogProps {
  secret: string;
  onClose: () => void;
}

/** Shows the secret of a webhook, this once. */
export function SecretDialog({ secret, onClose }: SecretDialogProps) {
  const t = useEditorTexts();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('secretTitle')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('secretText')}</Text>
        <Code block tabIndex={0} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {secret}
        </Code>
        <Group justify="flex-end" gap="xs">
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {t(copied ? 'copied' : 'copy')}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{t('done')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
