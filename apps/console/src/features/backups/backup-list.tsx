import { ActionIcon, Group, Progress, Stack, Text } from '@mantine/core';
import { mdiDatabaseOutline, mdiDownload } from '@mdi/js';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Page } from '../../api/plantroom';
import { saveFile } from '../../api/save-file';
import { useFormat } from '../../format/use-format';
import { StateBadge, type Tone } from '../../ui/badge';
import type { Column } from '../../ui/data-table';
import { DeleteIcon } from '../../ui/delete-button';
import { useMessageText } from '../../ui/messages/use-message-text';
import { Icon } from '../../ui/icon';
import { PagedTable } from '../../ui/paged-table';
import { Panel } from '../../ui/panel';
import { useAction } from '../../ui/use-action';
import { BACKUPS, BACKUPS_PER_PAGE, type Backup, deleteBackupFile, isWorking } from './backups.queries';
import { useBackupTexts } from './backups.texts';

const TONES: Record<Backup['status'], Tone> = {
  queued: 'neutral',
  running: 'info',
  completed: 'good',
  failed: 'critical',
};

interface BackupListProps {
  backups: UseQueryResult<Page<Backup>>;
  page: number;
  onPage: (page: number) => void;
}

export function BackupList({ backups, page, onPage }: BackupListProps) {
  const t = useBackupTexts();
  const columns = useBackupColumns();
  return (
    <Panel title={t('list')}>
      <PagedTable
        label={t('list')}
        query={backups}
        height={320}
        page={page}
        limit={BACKUPS_PER_PAGE}
        none={t('none')}
        icon={mdiDatabaseOutline}
        columns={columns}
        onPage={onPage}
      />
    </Panel>
  );
}

function useBackupColumns(): Column<Backup>[] {
  const t = useBackupTexts();
  const { dateTime, fileSize } = useFormat();
  return [
    { key: 'created', title: t('created'), render: ({ createdAt }) => dateTime(createdAt) },
    { key: 'status', title: t('status'), render: (backup) => <BackupStatus backup={backup} /> },
    { key: 'verification', title: t('verification'), render: (backup) => <Verification backup={backup} /> },
    { key: 'content', title: t('content'), render: (backup) => <Content backup={backup} /> },
    { key: 'size', title: t('size'), align: 'right', render: ({ size }) => fileSize(size) },
    {
      key: 'by',
      title: t('by'),
      render: ({ scheduled, createdBy }) => (scheduled ? t('scheduled') : createdBy),
    },
    { key: 'actions', title: t('actions'), align: 'right', render: (backup) => <Actions backup={backup} /> },
  ];
}

function BackupStatus({ backup }: { backup: Backup }) {
  const t = useBackupTexts();
  const messageText = useMessageText();
  const { status, progress, failure } = backup;
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <StateBadge tone={TONES[status]}>{t(status)}</StateBadge>
        {isWorking(backup) && <Progress w={120} value={progress * 100} aria-label={t(status)} />}
      </Group>
      {failure && (
        <Text size="xs" c={status === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'} maw={420}>
          {messageText(failure)}
        </Text>
      )}
    </Stack>
  );
}

function Verification({ backup: { status, verifiedAt } }: { backup: Backup }) {
  const t = useBackupTexts();
  const { dateTime } = useFormat();
  if (verifiedAt) {
    return (
      <Group gap="xs" component="span">
        <StateBadge tone="good">{t('verified')}</StateBadge>
        <span>{t('verifiedAt', { time: dateTime(verifiedAt) })}</span>
      </Group>
    );
  }
  return status === 'completed' ? <StateBadge tone="caution">{t('notVerified')}</StateBadge> : '–';
}

function Content({ backup }: { backup: Backup }) {
  const t = useBackupTexts();
  const { number } = useFormat();
  const { rows, tables, files, missingFiles, encrypted } = backup;
  if (rows === null) return '–';
  const parts = [
    t('rows', { rows: number(rows), tables: number(tables) }),
    files !== null && files > 0 && t('files', { count: number(files) }),
    missingFiles !== null && missingFiles > 0 && t('missing', { count: number(missingFiles) }),
    encrypted && t('encrypted'),
  ];
  return parts.filter(Boolean).join(', ');
}

function Actions({ backup: { fileId, createdAt } }: { backup: Backup }) {
  const t = useBackupTexts();
  const { dateTime } = useFormat();
  const download = useAction(async () => fileId && saveFile(fileId), { changes: [] });
  if (!fileId) return null;
  const time = dateTime(createdAt);
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <ActionIcon
        variant="subtle"
        color="gray"
        loading={download.isPending}
        aria-label={t('download', { time })}
        onClick={() => download.mutate()}
      >
        <Icon path={mdiDownload} />
      </ActionIcon>
      <DeleteIcon
        label={t('deleteBackup', { time })}
        title={t('deleteTitle')}
        remove={() => deleteBackupFile(fileId)}
        changes={[BACKUPS]}
      >
        {t('deleteHint')}
      </DeleteIcon>
    </Group>
  );
}
