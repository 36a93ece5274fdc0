import { useState } from 'react';
import { Button, Group, Progress, Text } from '@mantine/core';
import { mdiDownload, mdiEyeOutline, mdiRefresh } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useHasRole } from '../../api/account';
import { plantroom, unwrap } from '../../api/plantroom';
import { saveFile } from '../../api/save-file';
import { useFormat } from '../../format/use-format';
import { StateBadge, type Tone } from '../../ui/badge';
import { FilePreviewDialog, type StoredFile } from '../../ui/file-preview/file-preview-dialog';
import { Icon } from '../../ui/icon';
import { QueryState } from '../../ui/query-state';
import { useMessageText } from '../../ui/messages/use-message-text';
import { useAction } from '../../ui/use-action';
import classes from './run-list.module.css';
import { PLANS, type Plan, type Recipient, type Run, isWorking, runPlan, runsQuery } from './reports.queries';
import { useReportTexts } from './reports.texts';
import { RunStatusBadge } from './run-status';

const TONES: Record<Recipient['status'], Tone> = { pending: 'neutral', sent: 'good', failed: 'critical' };

/** The newest runs, with the file of each and the mail to each recipient. */
export function RunList({ plan }: { plan: Plan }) {
  const t = useReportTexts();
  return (
    <QueryState query={useQuery(runsQuery(plan.id))} height={200}>
      {(runs) =>
        runs.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('noRuns')}
          </Text>
        ) : (
          runs.map((run) => <RunItem key={run.id} run={run} plan={plan} />)
        )
      }
    </QueryState>
  );
}

function RunItem({ run, plan }: { run: Run; plan: Plan }) {
  const t = useReportTexts();
  const { dateTime, part } = useFormat();
  const messageText = useMessageText();
  const { status, progress, failure, recipients, fileId } = run;
  const timeZone = plan.timezone ?? undefined;
  const day = (instant: number) =>
    part(new Date(instant).toISOString(), { dateStyle: 'medium', ...(timeZone && { timeZone }) });
  return (
    <article className={classes.run} aria-label={dateTime(run.startedAt)}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <RunStatusBadge status={status} />
          <Text size="sm" fw={500}>
            {/* The end is exclusive, but people expect to see the last day. */}
            {t('reportOf', { from: day(Date.parse(run.from)), to: day(Date.parse(run.to) - 1) })}
          </Text>
        </Group>
        <Text size="xs" c="dimmed">
          {t('startedAt', { time: dateTime(run.startedAt) })}
        </Text>
      </Group>
      {isWorking(status) && <Progress mt="xs" value={progress * 100} aria-label={t(status)} />}
      {failure && <p className={classes.problem}>{messageText(failure)}</p>}
      {recipients.length > 0 && (
        <ul className={classes.recipients}>
          {recipients.map((recipient) => (
            <RecipientItem key={recipient.address} recipient={recipient} />
          ))}
        </ul>
      )}
      <Group gap="xs" mt="xs">
        {fileId && <RunFile id={fileId} />}
        {(status === 'failed' || status === 'undelivered') && <RunAgain id={plan.id} />}
      </Group>
    </article>
  );
}

function RecipientItem({ recipient: { address, status, attempts, failure } }: { recipient: Recipient }) {
  const t = useReportTexts();
  const messageText = useMessageText();
  return (
    <li>
      <Group gap="xs">
        <StateBadge tone={TONES[status]}>{t(status === 'failed' ? 'notSent' : status)}</StateBadge>
        <span>{address}</span>
        {attempts > 1 && (
          <Text size="xs" c="dimmed">
            {t('attempts', { count: attempts })}
          </Text>
        )}
      </Group>
      {failure && <p className={classes.problem}>{messageText(failure)}</p>}
    </li>
  );
}

/** Generates the report for the current period and mails it again to all recipients. */
function RunAgain({ id }: { id: number }) {
  const t = useReportTexts();
  const run = useAction(() => runPlan(id), { done: t('started'), changes: [PLANS] });
  if (!useHasRole('engineer')) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<Icon path={mdiRefresh} size={16} />}
      loading={run.isPending}
      onClick={() => run.mutate()}
    >
      {t('runAgain')}
    </Button>
  );
}

function RunFile({ id }: { id: string }) {
  const t = useReportTexts();
  const [shown, setShown] = useState<StoredFile | null>(null);
  const open = useAction(
    async () => setShown(await unwrap(plantroom.api.GET('/api/files/{id}', { params: { path: { id } } }))),
    { changes: [] },
  );
  const download = useAction(() => saveFile(id), { changes: [] });
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Icon path={mdiEyeOutline} size={16} />}
        loading={open.isPending}
        onClick={() => open.mutate()}
      >
        {t('open')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Icon path={mdiDownload} size={16} />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {t('download')}
      </Button>
      {shown && <FilePreviewDialog file={shown} onClose={() => setShown(null)} />}
    </>
  );
}
