import { useEffect } from 'react';
import { ActionIcon, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { mdiClose, mdiDownload } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { type ExportJob, exportQuery, updateExport } from '../../api/exports';
import { queryClient } from '../../api/query-client';
import { saveFile } from '../../api/save-file';
import { useStream } from '../../api/use-stream';
import { useFormat } from '../../format/use-format';
import { StateBadge, type Tone } from '../../ui/badge';
import { useMessageText } from '../../ui/messages/use-message-text';
import { Icon } from '../../ui/icon';
import { Panel } from '../../ui/panel';
import { useAction } from '../../ui/use-action';
import { useErrorText } from '../../ui/use-error-text';
import { FILES } from './files.queries';
import { useFileTexts } from './files.texts';
import { type StartedExport, removeStartedExport, useStartedExports } from './started-exports';

const TONES: Record<ExportJob['status'], Tone> = {
  queued: 'neutral',
  running: 'info',
  completed: 'good',
  failed: 'critical',
};

/** The exports that were started in this tab, with their progress. */
export function StartedExports() {
  const t = useFileTexts();
  const started = useStartedExports();
  useStream({ export_update: updateExport });
  if (started.length === 0) return null;
  return (
    <Stack mb="md">
      <Panel title={t('startedHere')}>
        <Stack gap="sm">
          {started.map((one) => (
            <StartedExportItem key={one.jobId} started={one} />
          ))}
        </Stack>
      </Panel>
    </Stack>
  );
}

function StartedExportItem({ started: { jobId, type, from, to } }: { started: StartedExport }) {
  const t = useFileTexts();
  const { part } = useFormat();
  const errorText = useErrorText();
  const messageText = useMessageText();
  const { data: job, error } = useQuery(exportQuery(jobId));
  const fileId = job?.fileId;
  useEffect(() => {
    if (fileId) void queryClient.invalidateQueries({ queryKey: FILES });
  }, [fileId]);
  const day = (date: string) => part(date, { dateStyle: 'medium', timeZone: 'UTC' });
  const name = t('span', { records: t(type), from: day(from), to: day(to) });
  const problem = error ? errorText(error) : job?.failure && messageText(job.failure);
  const isWorking = !error && !fileId && job?.status !== 'failed';
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          {job && <StateBadge tone={TONES[job.status]}>{t(job.status)}</StateBadge>}
          <Text size="sm">{name}</Text>
        </Group>
        <Group gap="xs">
          {fileId && <SaveButton id={fileId} />}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('dismiss')}
            title={t('dismiss')}
            onClick={() => removeStartedExport(jobId)}
          >
            <Icon path={mdiClose} />
          </ActionIcon>
        </Group>
      </Group>
      {isWorking && <Progress mt={6} value={(job?.progress ?? 0) * 100} aria-label={name} />}
      {problem && (
        <Text size="sm" c="var(--mantine-color-error)" mt={4}>
          {problem}
        </Text>
      )}
    </div>
  );
}

function SaveButton({ id }: { id: string }) {
  const t = useFileTexts();
  const { mutate, isPending } = useAction(() => saveFile(id), { changes: [] });
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<Icon path={mdiDownload} size={16} />}
      loading={isPending}
      onClick={() => mutate()}
    >
      {t('save')}
    </Button>
  );
}
