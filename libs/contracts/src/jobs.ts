import { isUuid } from '@app/kernel';
import type { ClassConstructor } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsInt, IsUUID, Min } from 'class-validator';

/** A kind of background job. The api enqueues the job and the worker handles it. Both use the same declaration. */
export interface JobDefinition<Payload extends object> {
  /** The name in kebab-case. It begins with a verb, for example `backfill-meter`. */
  readonly name: string;
  /** The queue of the job. Jobs of one queue share the concurrency of their workers. */
  readonly queue: string;
  /**
   * The class of the payload. A payload contains ids and never entities. It is validated when the job is enqueued and
   * again when it runs.
   */
  readonly payload: ClassConstructor<Payload>;
  /**
   * A fast check of the payload, for jobs that are queued by the thousand. If it returns true, the payload is valid. If
   * it returns false, the payload is validated by the rules of the class.
   */
  readonly isRight?: (payload: object) => boolean;
  /** Total number of attempts, including the first. Default: `JOB_ATTEMPTS`. */
  readonly attempts?: number;
  /** Delay before the first retry, in milliseconds. It doubles with each retry. Default: `JOB_BACKOFF_MS`. */
  readonly backoffMs?: number;
  /**
   * If true, the queue keeps no record of a finished job, so its id can be queued again immediately. Set it for jobs
   * whose outcome is stored in the database.
   */
  readonly forgetWhenDone?: boolean;
}

export function defineJob<Payload extends object>(
  definition: JobDefinition<Payload>,
): Readonly<JobDefinition<Payload>> {
  return Object.freeze(definition);
}

/** Identifies one meter. All other data is in the meter's row. */
export class MeterJob {
  @IsInt() @Min(1) meterId: number;
}

/** Fetches the next window of a meter's older history from the gateway. */
export const backfillMeter = defineJob({ name: 'backfill-meter', queue: 'metering', payload: MeterJob });

/** Identifies one import. All other data is in the import's row. */
export class ImportReadingsJob {
  @IsInt() @Min(1) importId: number;
}

/** Stores the readings of an imported file, or deletes them if the import is undone. */
export const importReadings = defineJob({
  name: 'import-readings',
  queue: 'metering',
  payload: ImportReadingsJob,
});

/** Recomputes a meter's days after the platform's time zone changed. */
export const rebuildMeterDays = defineJob({
  name: 'rebuild-meter-days',
  queue: 'metering',
  payload: MeterJob,
});

/** Recomputes a meter's rollups from its stored readings after its settings changed. */
export const rebuildMeter = defineJob({ name: 'rebuild-meter', queue: 'metering', payload: MeterJob });

export class ReleaseOverrideJob {
  @IsUUID() overrideId: string;
}

/** Releases an expired override of a point. The override's row shows whether it is due. */
export const releaseOverride = defineJob({
  name: 'release-override',
  queue: 'building',
  payload: ReleaseOverrideJob,
  forgetWhenDone: true,
});

/** Deletes a meter that belongs to no area, with its readings and rollups. */
export const removeMeter = defineJob({ name: 'remove-meter', queue: 'metering', payload: MeterJob });

/** Maximum number of executions in one job. */
export const MOST_EXECUTIONS_PER_JOB = 50;

export class RunExecutionsJob {
  @ArrayMinSize(1)
  @ArrayMaxSize(MOST_EXECUTIONS_PER_JOB)
  @IsUUID(undefined, { each: true })
  executionIds: string[];
}

/**
 * Continues executions of workflows from their recorded state to their end or their next wait. Only executions that
 * were accepted at about the same time share a job.
 */
export const runExecutions = defineJob({
  name: 'run-executions',
  queue: 'workflows',
  payload: RunExecutionsJob,
  isRight: (payload) =>
    Object.keys(payload).length === 1 && 'executionIds' in payload && areRight(payload.executionIds),
  forgetWhenDone: true,
});

function areRight(ids: unknown): boolean {
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > MOST_EXECUTIONS_PER_JOB) return false;
  return ids.every((id) => typeof id === 'string' && isUuid(id));
}

export class SendNotificationJob {
  @IsUUID() deliveryId: string;
}

/** Sends a message about an alert. The delivery's row shows whether it is due, and counts the attempts. */
export const sendNotification = defineJob({
  name: 'send-notification',
  queue: 'notifications',
  payload: SendNotificationJob,
  forgetWhenDone: true,
});

/** Identifies the mail of a report to one recipient. All other data is in its row. */
export class SendReportJob {
  @IsUUID() mailId: string;
}

/** Mails a report to one recipient. The mail's row shows whether it is due, and counts the attempts. */
export const sendReport = defineJob({
  name: 'send-report',
  queue: 'report-mails',
  payload: SendReportJob,
  forgetWhenDone: true,
});

/** Identifies one backup. All other data is in the backup's row. */
export class WriteBackupJob {
  @IsUUID() backupId: string;
}

/** Writes and verifies a backup. The backup's row shows whether it is due, and counts the attempts. */
export const writeBackup = defineJob({
  name: 'write-backup',
  queue: 'backups',
  payload: WriteBackupJob,
  forgetWhenDone: true,
});

/** Identifies one export. All other data is in the export's row. */
export class WriteExportJob {
  @IsUUID() exportId: string;
}

/** Writes the file of an export. The export's row shows whether it is due, and counts the attempts. */
export const writeExport = defineJob({
  name: 'write-export',
  queue: 'exports',
  payload: WriteExportJob,
  forgetWhenDone: true,
});

/** Identifies one run of a report. All other data is in its row. */
export class WriteReportJob {
  @IsUUID() runId: string;
}

/** Generates the file of a report. The run's row shows whether it is due, and counts the attempts. */
export const writeReport = defineJob({
  name: 'write-report',
  queue: 'reports',
  payload: WriteReportJob,
  forgetWhenDone: true,
});

/** All jobs. The worker does not start unless each job has exactly one handler. */
export const allJobs = [
  backfillMeter,
  importReadings,
  rebuildMeter,
  rebuildMeterDays,
  releaseOverride,
  removeMeter,
  runExecutions,
  sendNotification,
  sendReport,
  writeBackup,
  writeExport,
  writeReport,
] as const;
