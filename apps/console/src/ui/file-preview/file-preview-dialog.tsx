import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { mdiDownload, mdiFileOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import type { components } from '../../api/plantroom';
import { saveFile } from '../../api/save-file';
import { Dialog } from '../dialog';
import { Icon } from '../icon';
import { QueryState } from '../query-state';
import { EmptyState } from '../states';
import { useAction } from '../use-action';
import { useUiTexts } from '../ui.texts';
import { fileContentQuery } from './file-preview.queries';
import classes from './file-preview.module.css';
import { useFilePreviewTexts } from './file-preview.texts';
import { PdfFrame } from './pdf-frame';
import { useObjectUrl } from './use-object-url';

export type StoredFile = components['schemas']['FileDto'];
type Shape = 'picture' | 'text' | 'pdf' | 'other';

/** Larger files are only offered for download. */
const MAX_BYTES: Record<Shape, number> = { picture: 25e6, text: 5e6, pdf: 25e6, other: Infinity };
const SHOWN_CHARACTERS = 100_000;

/** Markup is shown as text. SVG is not shown as a picture, because it may contain scripts. */
function shapeOf(mimeType: string): Shape {
  if (/^image\/(png|jpeg|webp|gif|avif)$/.test(mimeType)) return 'picture';
  if (mimeType === 'application/pdf') return 'pdf';
  return /^(text\/|application\/(json|xml)$)/.test(mimeType) ? 'text' : 'other';
}

interface FilePreviewDialogProps {
  file: StoredFile;
  onClose: () => void;
}

/** Shows a picture, a text or a PDF. Other files can be downloaded. */
export function FilePreviewDialog({ file, onClose }: FilePreviewDialogProps) {
  const t = useFilePreviewTexts();
  const ui = useUiTexts();
  const download = useAction(() => saveFile(file.id), { changes: [] });
  const shape = shapeOf(file.mimeType);
  return (
    <Dialog
      opened
      onClose={onClose}
      size="xl"
      title={file.name}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <Stack gap="sm">
        {shape === 'other' || file.size > MAX_BYTES[shape] ? (
          <EmptyState title={t(shape === 'other' ? 'notShown' : 'tooLarge')} icon={mdiFileOutline} />
        ) : (
          <Content file={file} shape={shape} />
        )}
        <Group justify="flex-end">
          <Button
            leftSection={<Icon path={mdiDownload} />}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            {t('download')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Content({ file, shape }: { file: StoredFile; shape: Shape }) {
  return (
    <QueryState query={useQuery(fileContentQuery(file.id))} height={360}>
      {(content) => {
        if (shape === 'pdf') return <PdfFrame content={content} name={file.name} />;
        if (shape === 'picture') return <Picture content={content} name={file.name} />;
        return <PlainText content={content} name={file.name} />;
      }}
    </QueryState>
  );
}

interface ShownContentProps {
  content: Blob;
  name: string;
}

function Picture({ content, name }: ShownContentProps) {
  return <img className={classes.picture} src={useObjectUrl(content)} alt={name} />;
}

function PlainText({ content, name }: ShownContentProps) {
  const t = useFilePreviewTexts();
  const text = useQuery({ queryKey: ['text', content], queryFn: () => content.text(), gcTime: 0 });
  return (
    <QueryState query={text} height={360}>
      {(all) => (
        <>
          {/* A region that scrolls must be reachable by keyboard. */}
          <Box component="section" className={classes.text} tabIndex={0} aria-label={t('content', { name })}>
            {all.slice(0, SHOWN_CHARACTERS)}
          </Box>
          {all.length > SHOWN_CHARACTERS && (
            <Text size="xs" c="dimmed">
              {t('cut')}
            </Text>
          )}
        </>
      )}
    </QueryState>
  );
}
