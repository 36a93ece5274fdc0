import { Button, FileButton } from '@mantine/core';
import { mdiUpload } from '@mdi/js';
import { Icon } from '../../ui/icon';
import { UploadProgress } from '../../ui/upload-progress';
import { useUpload } from '../../ui/use-upload';
import { FILES, uploadFile } from './files.queries';
import { useFileTexts } from './files.texts';

/** Uploads a chosen file. Meanwhile, shows the progress and a button that cancels. */
export function UploadButton() {
  const t = useFileTexts();
  const { action, share, stop } = useUpload(uploadFile, {
    done: ({ name }) => t('uploaded', { name }),
    changes: [FILES],
  });
  if (action.isPending) return <UploadProgress name={action.variables.name} share={share} onStop={stop} />;
  return (
    <FileButton onChange={(file) => file && action.mutate(file)}>
      {(props) => (
        <Button {...props} leftSection={<Icon path={mdiUpload} />}>
          {t('uploadFile')}
        </Button>
      )}
    </FileButton>
  );
}
