import { useState } from 'react';
import { FileInput, List, Stack, Text } from '@mantine/core';
import { mdiCubeOutline } from '@mdi/js';
import { MODEL_LISTS } from '../../../api/models';
import { Form } from '../../../ui/form';
import { Icon } from '../../../ui/icon';
import { Notice } from '../../../ui/notice';
import { useUnsaved } from '../../../ui/unsaved';
import { UploadProgress } from '../../../ui/upload-progress';
import { useUpload } from '../../../ui/use-upload';
import { fileOf, type LostNode, MODEL_TYPES, replaceFile } from './models.queries';
import { useModelsTexts } from './models.texts';
import { NotDrawnNotice } from './not-drawn-notice';

/** Checks a new file, shows which records it would cut off, and then replaces the file. */
export function ReplaceFile({ id }: { id: number }) {
  const t = useModelsTexts();
  const [file, setFile] = useState<File | null>(null);
  useUnsaved(() => file !== null);
  /** Null before the check. */
  const [lost, setLost] = useState<LostNode[] | null>(null);
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setLost(null);
  };
  const check = useUpload(
    async (chosen: File, options) => setLost(await replaceFile(id, chosen, { ...options, isDryRun: true })),
    { changes: [] },
  );
  const replace = useUpload(
    (chosen: File, options) => replaceFile(id, chosen, { ...options, isDryRun: false }),
    { done: () => t('replaced'), changes: [MODEL_LISTS, fileOf(id)], onDone: () => choose(null) },
  );
  const { action, share, stop } = lost === null ? check : replace;
  return (
    <Form
      confirm={t(lost === null ? 'check' : 'replace')}
      isRunning={action.isPending}
      onSubmit={() => file && action.mutate(file)}
    >
      <FileInput
        label={t('newFile')}
        description={t('newFileHint')}
        placeholder={t('choose')}
        accept={MODEL_TYPES}
        clearable
        leftSection={<Icon path={mdiCubeOutline} />}
        value={file}
        onChange={choose}
      />
      <NotDrawnNotice file={file} />
      {lost && <Lost nodes={lost} />}
      {file && action.isPending && <UploadProgress name={file.name} share={share} onStop={stop} />}
    </Form>
  );
}

function Lost({ nodes }: { nodes: readonly LostNode[] }) {
  const t = useModelsTexts();
  if (nodes.length === 0) return <Text size="sm">{t('nothingLost')}</Text>;
  return (
    <Notice tone="caution">
      <Stack gap={4}>
        {t('lost')}
        <List size="sm">
          {nodes.map(({ kind, id, name }) => (
            <List.Item key={`${kind} ${id}`}>{t(`kind.${kind}`, { id, name })}</List.Item>
          ))}
        </List>
      </Stack>
    </Notice>
  );
}
