import { type ReactNode, useState } from 'react';
import { ActionIcon, Group } from '@mantine/core';
import { mdiDownload, mdiFileMultipleOutline, mdiTrashCanOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useHasRole } from '../../api/account';
import { saveFile } from '../../api/save-file';
import { useFormat } from '../../format/use-format';
import { useActorName } from '../../ui/actor.texts';
import type { Column } from '../../ui/data-table';
import { FilePreviewDialog } from '../../ui/file-preview/file-preview-dialog';
import { Icon } from '../../ui/icon';
import { PagedTable } from '../../ui/paged-table';
import { Panel } from '../../ui/panel';
import { useAction } from '../../ui/use-action';
import { DeleteDialog } from './delete-dialog';
import { FILES_PER_PAGE, type StoredFile, filesQuery } from './files.queries';
import type { FileSearch } from './file-search';
import { useFileTexts } from './files.texts';

interface FileListProps {
  title?: string;
  search: FileSearch;
  /** Shown if there are no files. */
  none: string;
  onPage: (page: number) => void;
  /** Filters above the list. */
  children?: ReactNode;
}

/** A page of files, with a preview, a download and the deletion of each. */
export function FileList({ title, search, none, onPage, children }: FileListProps) {
  const t = useFileTexts();
  const [shown, setShown] = useState<StoredFile | null>(null);
  const [deleted, setDeleted] = useState<StoredFile | null>(null);
  const columns = useFileColumns(setDeleted);
  return (
    <Panel title={title}>
      {children}
      <PagedTable
        label={title ?? t('title')}
        query={useQuery(filesQuery(search))}
        page={search.page}
        limit={FILES_PER_PAGE}
        none={none}
        icon={mdiFileMultipleOutline}
        columns={columns}
        onOpen={setShown}
        onPage={onPage}
      />
      {shown && <FilePreviewDialog file={shown} onClose={() => setShown(null)} />}
      {deleted && <DeleteDialog file={deleted} onClose={() => setDeleted(null)} />}
    </Panel>
  );
}

function useFileColumns(onDelete: (file: StoredFile) => void): Column<StoredFile>[] {
  const t = useFileTexts();
  const actorName = useActorName();
  const { dateTime, fileSize } = useFormat();
  const mayDelete = useHasRole('engineer');
  return [
    { key: 'name', title: t('name'), render: ({ name }) => name },
    { key: 'category', title: t('category'), render: ({ category }) => t(category) },
    { key: 'size', title: t('size'), align: 'right', render: ({ size }) => fileSize(size) },
    { key: 'createdBy', title: t('createdBy'), render: ({ createdBy }) => actorName(createdBy) },
    { key: 'createdAt', title: t('createdAt'), render: ({ createdAt }) => dateTime(createdAt) },
    {
      key: 'actions',
      title: t('actions'),
      align: 'right',
      render: (file) => (
        <Group gap={4} wrap="nowrap" justify="flex-end" component="span">
          <DownloadIcon file={file} />
          {mayDelete && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('deleteFile', { name: file.name })}
              onClick={() => onDelete(file)}
            >
              <Icon path={mdiTrashCanOutline} />
            </ActionIcon>
          )}
        </Group>
      ),
    },
  ];
}

function DownloadIcon({ file: { id, name } }: { file: StoredFile }) {
  const t = useFileTexts();
  const { mutate, isPending } = useAction(() => saveFile(id), { changes: [] });
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      loading={isPending}
      aria-label={t('download', { name })}
      onClick={() => mutate()}
    >
      <Icon path={mdiDownload} />
    </ActionIcon>
  );
}
