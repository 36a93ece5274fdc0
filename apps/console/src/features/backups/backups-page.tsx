import { useState } from 'react';
import { Button, Stack, Switch, Text } from '@mantine/core';
import { mdiDatabaseExportOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { refetchSoon, useStream } from '../../api/use-stream';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Icon } from '../../ui/icon';
import { PageHeader } from '../../ui/page-header';
import { useAction } from '../../ui/use-action';
import { BackupList } from './backup-list';
import { BACKUPS, backupsQuery, isWorking, scheduleQuery, startBackup } from './backups.queries';
import { useBackupTexts } from './backups.texts';
import { SchedulePanel } from './schedule-panel';

const route = getRouteApi('/shell/backups');

/** The schedule, and all backups with their progress and their verification. */
export function BackupsPage() {
  const t = useBackupTexts();
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const [isStarting, setIsStarting] = useState(false);
  const backups = useQuery(backupsQuery(page));
  useStream({ backup_update: () => refetchSoon(BACKUPS) });
  // The API runs one backup at a time.
  const isRunning = backups.data?.items.some(isWorking) ?? false;
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <Button
            leftSection={<Icon path={mdiDatabaseExportOutline} />}
            disabled={isRunning}
            onClick={() => setIsStarting(true)}
          >
            {t('backUpNow')}
          </Button>
        }
      />
      <Stack gap="md">
        <SchedulePanel />
        <BackupList
          backups={backups}
          page={page}
          onPage={(wanted) => void navigate({ search: { page: wanted } })}
        />
      </Stack>
      {isStarting && <StartDialog onClose={() => setIsStarting(false)} />}
    </>
  );
}

function StartDialog({ onClose }: { onClose: () => void }) {
  const t = useBackupTexts();
  const { data: schedule } = useQuery(scheduleQuery);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const includeFiles = chosen ?? schedule?.includeFiles ?? true;
  const start = useAction(() => startBackup(includeFiles), {
    done: t('started'),
    changes: [BACKUPS],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      title={t('backUpNow')}
      confirm={t('start')}
      isRunning={start.isPending}
      onConfirm={() => start.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{t('startHint')}</Text>
      <Switch
        label={t('includeFiles')}
        description={t('includeFilesHint')}
        checked={includeFiles}
        onChange={({ currentTarget }) => setChosen(currentTarget.checked)}
      />
    </ConfirmDialog>
  );
}
