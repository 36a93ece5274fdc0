import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useUiTexts } from './ui.texts';

interface UploadProgressProps {
  /** The name of the file. */
  name: string;
  /** The share of the file that has been sent, 0 to 1. */
  share: number;
  onStop: () => void;
}

/** How much of a file has been sent, with a button that stops the upload. */
export function UploadProgress({ name, share, onStop }: UploadProgressProps) {
  const t = useUiTexts();
  const label = t('uploading', { name });
  return (
    <Group gap="sm" wrap="nowrap">
      <Stack gap={4} miw={180} maw={320}>
        <Text size="xs" truncate>
          {label}
        </Text>
        <Progress value={share * 100} aria-label={label} />
      </Stack>
      <Button variant="default" onClick={onStop}>
        {t('stop')}
      </Button>
    </Group>
  );
}
