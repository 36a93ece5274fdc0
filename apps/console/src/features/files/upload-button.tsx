import { useRef, useState } from 'react';
import { Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { mdiUpload } from '@mdi/js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { uploadFile } from '../../api/upload';
import { Icon } from '../../ui/icon';
import { useErrorText } from '../../ui/use-error-text';
import { FILES } from './files.queries';
import { useFileTexts } from './files.texts';

/** Uploads a chosen file. Meanwhile, shows the progress and a button that cancels. */
export function UploadButton() {
  const t = useFileTexts();
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  const [share, setShare] = useState(0);
  const stopping = useRef(new AbortController());
  const upload = useMutation({
    mutationFn: (file: File) => {
      stopping.current = new AbortController();
      setShare(0);
      return uploadFile(file, { onProgress: setShare, signal: stopping.current.signal });
    },
    onSuccess: async (_, { name }) => {
      notifications.show({ message: t('uploaded', { name }) });
      await queryClient.invalidateQueries({ queryKey: FILES });
    },
    onError: (error) => {
      if (stopping.current.signal.aborted) return;
      notifications.show({ color: 'red', message: errorText(error), autoClose: 10_000 });
    },
  });
  if (upload.isPending) {
    const label = t('uploading', { name: upload.variables.name });
    return (
      <Group gap="sm" wrap="nowrap">
        <Stack gap={4} miw={180} maw={320}>
          <Text size="xs" truncate>
            {label}
          </Text>
          <Progress value={share * 100} aria-label={label} />
        </Stack>
        <Button variant="default" onClick={() => stopping.current.abort()}>
          {t('stop')}
        </Button>
      </Group>
    );
  }
  return (
    <FileButton onChange={(file) => file && upload.mutate(file)}>
      {(props) => (
        <Button {...props} leftSection={<Icon path={mdiUpload} />}>
          {t('uploadFile')}
        </Button>
      )}
    </FileButton>
  );
}
