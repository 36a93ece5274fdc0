import type { ReportPlanEntity, ReportRange } from '@app/entities';
import type { Schedule } from '../../platform/schedules/schedule-source';
import type { ReportRun, ReportRunStatus } from '../report-mails/report-run';
import type { RunContent } from '../report-runs/report-runs.service';

/** A plan as clients see it. */
export interface ReportPlan extends Omit<ReportPlanEntity, 'lastRunId'> {
  /** The time at which the newest run was started. */
  lastRunAt: Date | null;
  lastStatus: ReportRunStatus | null;
  /** The time at which the next run is due; null if the plan is disabled. */
  nextRunAt: Date | null;
}

export type ReportPlanChanges = Partial<Omit<ReportPlanEntity, 'id' | 'lastRunId'>>;
export type ReportPlanInput = ReportPlanChanges &
  Pick<ReportPlanEntity, 'name' | 'templateId' | 'cron' | 'format'>;

/**
 * The default period of a plan. For a schedule that runs once a month or once a week, it is the last month or week;
 * otherwise, it is yesterday.
 */
export function defaultRange(cron: string): ReportRange {
  const [, , dayOfMonth = '', , dayOfWeek = ''] = cron.split(/ +/);
  if (/^\d+$/.test(dayOfMonth) && dayOfWeek === '*') return 'lastMonth';
  return dayOfMonth === '*' && /^(\d|[a-z]{3})$/i.test(dayOfWeek) ? 'lastWeek' : 'yesterday';
}

export function toReportPlan(
  { lastRunId: _lastRunId, ...plan }: ReportPlanEntity,
  lastRun: ReportRun | undefined,
  nextRunAt: Date | null,
): ReportPlan {
  return { ...plan, lastRunAt: lastRun?.startedAt ?? null, lastStatus: lastRun?.status ?? null, nextRunAt };
}

/** The schedule of a plan; null if it is disabled. */
export function scheduleOf({ enabled, cron, timezone }: ReportPlanEntity): Schedule | null {
  return enabled ? { cron, timezone } : null;
}

export function ownerOf({ id }: Pick<ReportPlanEntity, 'id'>) {
  return { ownerKind: 'report', ownerId: String(id) } as const;
}

/** The content of a run of a plan. */
export function contentOf({
  id,
  name,
  templateId,
  format,
  language,
  timezone,
  range,
  areaIds,
  recipients,
}: ReportPlanEntity): RunContent {
  return { planId: id, name, templateId, format, language, timezone, range, areaIds, recipients };
}
