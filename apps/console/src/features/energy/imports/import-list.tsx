import { useState } from 'react';
import { Button, Text } from '@mantine/core';
import { mdiFileDelimitedOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { refetchSoon, useStream } from '../../../api/use-stream';
import { useFormat } from '../../../format/use-format';
import { StateBadge, type Tone } from '../../../ui/badge';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import type { Column } from '../../../ui/data-table';
import { useMessageText } from '../../../ui/messages/use-message-text';
import { PagedTable } from '../../../ui/paged-table';
import { useAction } from '../../../ui/use-action';
import { IMPORTS, IMPORTS_PER_PAGE, importsQuery, type ReadingImport, undoImport } from './imports.queries';
import { useImportTexts } from './imports.texts';

/** The imports so far, newest first. */
export function ImportList() {
  const t = useImportTexts();
  const [page, setPage] = useState(1);
  const [undone, setUndone] = useState<ReadingImport | null>(null);
  const columns = useImportColumns(setUndone);
  useStream({ import_update: () => refetchSoon(IMPORTS) });
  return (
    <>
      <PagedTable
        label={t('title')}
        query={useQuery(importsQuery(page))}
        height={160}
        page={page}
        limit={IMPORTS_PER_PAGE}
        none={t('none')}
        icon={mdiFileDelimitedOutline}
        columns={columns}
        onPage={setPage}
      />
      {undone && <UndoDialog undone={undone} onClose={() => setUndone(null)} />}
    </>
  );
}

const TONES: Record<ReadingImport['status'], Tone> = {
  running: 'info',
  done: 'good',
  failed: 'critical',
  undone: 'neutral',
};

function useImportColumns(onUndo: (item: ReadingImport) => void): Column<ReadingImport>[] {
  const t = useImportTexts();
  const { number, dateTime, share } = useFormat();
  const messageText = useMessageText();
  return [
    {
      key: 'meter',
      title: t('meter'),
      render: ({ pointCode }) => (
        <Text size="sm" ff="monospace" fw={600}>
          {pointCode}
        </Text>
      ),
    },
    { key: 'time', title: t('time'), render: ({ createdAt }) => dateTime(createdAt) },
    { key: 'imported', title: t('imported'), align: 'right', render: ({ taken }) => number(taken) },
    {
      key: 'status',
      title: t('status'),
      render: ({ status, progress, failure }) => (
        <>
          <StateBadge tone={TONES[status]}>{t(`status.${status}`, { progress: share(progress) })}</StateBadge>
          {failure && (
            <Text size="xs" c="dimmed">
              {messageText(failure)}
            </Text>
          )}
        </>
      ),
    },
    { key: 'by', title: t('by'), render: ({ createdBy }) => createdBy },
    {
      key: 'undo',
      title: t('undo'),
      render: (item) =>
        item.status === 'done' && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('undoTitle', { code: item.pointCode })}
            onClick={() => onUndo(item)}
          >
            {t('undo')}
          </Button>
        ),
    },
  ];
}

interface UndoDialogProps {
  undone: ReadingImport;
  onClose: () => void;
}

function UndoDialog({ undone: { id, pointCode, taken }, onClose }: UndoDialogProps) {
  const t = useImportTexts();
  const { number } = useFormat();
  const undo = useAction(() => undoImport(id), { done: t('undoing'), changes: [IMPORTS], onDone: onClose });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t('undoTitle', { code: pointCode })}
      confirm={t('undo')}
      isRunning={undo.isPending}
      onConfirm={() => undo.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{t('undoHint', { count: number(taken) })}</Text>
    </ConfirmDialog>
  );
}
