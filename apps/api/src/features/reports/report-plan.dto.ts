import { PLATFORM_LANGUAGES } from '@app/config';
import {
  RECIPIENT_STATUSES,
  type RecipientStatus,
  REPORT_RUN_STATUSES,
  type ReportPlan,
  type ReportPlanChanges,
  type ReportPlanInput,
  type ReportRecipient,
  type ReportRun,
  type ReportRunStatus,
} from '@app/domain';
import {
  type Language,
  REPORT_FORMATS,
  REPORT_RANGES,
  type ReportFormat,
  type ReportRange,
} from '@app/entities';
import { IsTimeZoneName } from '@app/kernel';
import { IsMailAddress } from '@app/mail';
import { ApiProperty, IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsNotEmpty,
  IsString,
  MaxLength,
} from 'class-validator';
import { FailureDto, failureFields } from '../../http/errors/error.dto';
import {
  IntegerProperty,
  RecordId,
  RecordIds,
  ShareProperty,
  UuidProperty,
} from '../../http/fields/id-properties.decorator';
import { InstantProperty } from '../../http/fields/is-instant.decorator';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';
import { PageQuery } from '../../http/fields/page.dto';
import { QueryBoolean } from '../../http/fields/query.decorators';

const MOST_RECIPIENTS = 50;

/** A report that is generated on a schedule and mailed to its recipients. */
export class ReportPlanDto implements Omit<ReportPlan, 'lastRunAt' | 'nextRunAt'> {
  /** Id of the plan. */
  @RecordId() id: number;
  /** Display name. It is the subject of the mails and part of the names of the files. */
  @IsString() @IsNotEmpty() @MaxLength(255) name: string;
  /** Id of the template. */
  @RecordId() templateId: number;
  /** Cron expression with five fields: minute, hour, day of month, month, day of week. */
  @IsString() @IsNotEmpty() @MaxLength(255) cron: string;
  /** IANA time zone of the schedule, of the period and of the report; null for the platform's time zone. */
  @Nullable() @IsTimeZoneName() @MaxLength(64) timezone: string | null;
  /**
   * The period of each report. It consists of whole local days before the run. A week begins on Monday. `lastWeek`,
   * `lastMonth`, `lastQuarter` and `lastYear` are whole calendar periods. Default for a new plan: `lastMonth` if the
   * schedule names one day of the month, `lastWeek` if it names one day of the week, otherwise `yesterday`.
   */
  @OneOf(REPORT_RANGES) range: ReportRange;
  /** Ids of the areas for all sections without `areaIds` of their own; empty for the whole site. */
  @RecordIds({ max: 500 }) areaIds: number[];
  /** Whether the plan runs on its schedule. */
  @IsBoolean() enabled: boolean;
  /** Mail addresses. Each recipient gets a mail of their own. Empty if the report is only stored as a file. */
  @IsArray()
  @ArrayMaxSize(MOST_RECIPIENTS)
  @ArrayUnique((address: unknown) => String(address).toLowerCase())
  @IsMailAddress({ each: true })
  @ApiProperty({
    type: 'array',
    items: { type: 'string', format: 'email', maxLength: 254 },
    maxItems: MOST_RECIPIENTS,
  })
  recipients: string[];
  /** Format of the file. */
  @OneOf(REPORT_FORMATS) format: ReportFormat;
  /** Language of the report and of its mails; null for the platform's language. */
  @Nullable() @OneOf(PLATFORM_LANGUAGES) language: Language | null;
  /** When the newest run was started; null if there was none. */
  @InstantProperty() lastRunAt: string | null;
  /** The state of the newest run; null if there was none. */
  @Nullable() @OneOf(REPORT_RUN_STATUSES) lastStatus: ReportRunStatus | null;
  /** When the next run is due; null if the plan is disabled. */
  @InstantProperty() nextRunAt: string | null;
}

const STATE = ['id', 'lastRunAt', 'lastStatus', 'nextRunAt'] as const;
const REQUIRED = ['name', 'templateId', 'cron', 'format'] as const;

/** Changes of a report plan. Omitted fields stay as they are. */
export class ReportPlanChangesDto
  extends PartialType(OmitType(ReportPlanDto, STATE), { skipNullProperties: false })
  implements ReportPlanChanges {}

/** A new report plan. */
export class ReportPlanInputDto
  extends IntersectionType(PickType(ReportPlanDto, REQUIRED), OmitType(ReportPlanChangesDto, REQUIRED))
  implements ReportPlanInput {}

/** Filters of a list of plans. */
export class ReportPlanQuery extends PageQuery {
  /** Only enabled plans, or only disabled ones. */
  @Omittable() @QueryBoolean() enabled?: boolean;
}

/** The run that was started. */
export class ReportRunStartedDto {
  /** Id of the run. */
  @UuidProperty() runId: string;
}

/** The mail of a report to one recipient. */
export class ReportRecipientDto implements Omit<ReportRecipient, 'error'> {
  /** Mail address. */
  address: string;
  /** `pending` until the mail server has accepted the mail. A `failed` mail is not sent again. */
  @OneOf(RECIPIENT_STATUSES) status: RecipientStatus;
  /** Number of attempts. */
  @IntegerProperty() attempts: number;
  /** Why the last attempt failed; null if it succeeded or if there was none. */
  error: string | null;
  /** `error` with its code and its values, for programs. */
  @Nullable() failure: FailureDto | null;
}

/** One generation of a report. */
export class ReportRunDto {
  /** Id of the run. */
  @UuidProperty() id: string;
  /**
   * `queued` until the first attempt begins, and between a failed attempt and the next one; `running` while the report
   * is generated; `sending` until every mail is sent or has failed. `completed`: the file exists, and it was sent to
   * all recipients. `undelivered`: the file exists, but at least one mail has failed. `failed`: there is no file.
   */
  @OneOf(REPORT_RUN_STATUSES) status: ReportRunStatus;
  /** Generated share of the report, from 0 to 1. */
  @ShareProperty() progress: number;
  /** When the run was started. */
  @InstantProperty() startedAt: string;
  /**
   * When the run ended: when the last mail was sent or failed, when the file was created if there are no recipients, or
   * when the run failed. Null until then.
   */
  @InstantProperty() finishedAt: string | null;
  /** Start of the period of the report, inclusive. */
  @InstantProperty() from: string;
  /** End of the period, exclusive. */
  @InstantProperty() to: string;
  /** Id of the file; null until it is created. */
  @Nullable() @UuidProperty() fileId: string | null;
  /** Why the last attempt failed; null if no attempt has failed. */
  error: string | null;
  /** `error` with its code and its values, for programs. */
  @Nullable() failure: FailureDto | null;
  /** The recipients with their mails. */
  recipients: ReportRecipientDto[];
}

export function toReportPlanDto({ lastRunAt, nextRunAt, ...plan }: ReportPlan): ReportPlanDto {
  return {
    ...plan,
    lastRunAt: lastRunAt?.toISOString() ?? null,
    nextRunAt: nextRunAt?.toISOString() ?? null,
  };
}

export function toReportRunDto({
  startedAt,
  finishedAt,
  fromAt,
  toAt,
  error,
  recipients,
  ...run
}: ReportRun): ReportRunDto {
  return {
    ...run,
    ...failureFields(error),
    recipients: recipients.map(({ error: fault, ...mail }) => ({ ...mail, ...failureFields(fault) })),
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    from: fromAt.toISOString(),
    to: toAt.toISOString(),
  };
}
