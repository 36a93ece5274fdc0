import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { CopyText } from './copy-text';
import { Dialog } from './dialog';
import { useUiTexts } from './ui.texts';

interface Secret {
  value: string;
  /** Identifies the secret if there are several. */
  label?: string;
}

interface SecretDialogProps {
  title: string;
  hint: string;
  secrets: readonly Secret[];
  onClose: () => void;
}

/** Shows secrets that cannot be read again. A click beside the dialog does not close it. */
export function SecretDialog({ title, hint, secrets, onClose }: SecretDialogProps) {
  const t = useUiTexts();
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="md">
        <Text size="sm">{hint}</Text>
        {secrets.map(({ value, label }) => (
          <div key={value}>
            {label && (
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {label}
              </Text>
            )}
            <Group gap="xs" wrap="nowrap" align="flex-start">
              <Code block flex={1} tabIndex={0} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
                {value}
              </Code>
              <CopyText text={value} />
            </Group>
          </div>
        ))}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('done')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
