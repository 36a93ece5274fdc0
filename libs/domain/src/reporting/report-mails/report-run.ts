import { type Message } from '@app/kernel';
import type { ReportMailEntity, ReportRunEntity, WorkStatus } from '@app/entities';

/**
 * `sending`: the file exists, but not all mails have been sent. `undelivered`: the file exists, but at least one mail
 * has failed.
 */
export const REPORT_RUN_STATUSES = [
  'queued',
  'running',
  'sending',
  'completed',
  'undelivered',
  'failed',
] as const;
export type ReportRunStatus = (typeof REPORT_RUN_STATUSES)[number];

export const RECIPIENT_STATUSES = ['pending', 'sent', 'failed'] as const;
export type RecipientStatus = (typeof RECIPIENT_STATUSES)[number];

export interface ReportRecipient {
  address: string;
  status: RecipientStatus;
  attempts: number;
  error: Message | null;
}

/** A run as clients see it. */
export interface ReportRun extends Pick<
  ReportRunEntity,
  'id' | 'fromAt' | 'toAt' | 'progress' | 'fileId' | 'error' | 'finishedAt'
> {
  status: ReportRunStatus;
  startedAt: Date;
  recipients: ReportRecipient[];
}

const RECIPIENT: Record<WorkStatus, RecipientStatus> = {
  queued: 'pending',
  running: 'pending',
  completed: 'sent',
  failed: 'failed',
};

/** Combines a run with its mails. The run has finished when each mail has been sent or has failed. */
export function toReportRun(run: ReportRunEntity, mails: readonly ReportMailEntity[]): ReportRun {
  const { id, fromAt, toAt, progress, fileId, error, createdAt } = run;
  const status = statusOf(run, mails);
  const ends = [run, ...mails].map(({ finishedAt }) => finishedAt?.getTime() ?? 0);
  const isFinished = status === 'completed' || status === 'undelivered' || status === 'failed';
  return {
    id,
    status,
    progress,
    startedAt: createdAt,
    finishedAt: isFinished ? new Date(Math.max(...ends)) : null,
    fromAt,
    toAt,
    fileId,
    error,
    recipients: mails.map((mail) => ({
      address: mail.address,
      status: RECIPIENT[mail.status],
      attempts: mail.attempts,
      error: mail.error,
    })),
  };
}

function statusOf(
  { status }: Pick<ReportRunEntity, 'status'>,
  mails: readonly Pick<ReportMailEntity, 'status'>[],
): ReportRunStatus {
  if (status !== 'completed') return status;
  const recipients = new Set(mails.map((mail) => RECIPIENT[mail.status]));
  if (recipients.has('pending')) return 'sending';
  return recipients.has('failed') ? 'undelivered' : 'completed';
}
