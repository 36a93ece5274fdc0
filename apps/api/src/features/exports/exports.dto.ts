import { BUCKET_INTERVALS, type BucketInterval, type ExportFilters, type ExportInput } from '@app/domain';
import {
  ALERT_SOURCES,
  type AlertSource,
  BASELINE_METHODS,
  type BaselineMethod,
  type EnergyType,
  EXPORT_TYPES,
  type ExportJobEntity,
  type ExportType,
  FAULT_STATUSES,
  WORK_STATUSES,
  type WorkStatus,
} from '@app/entities';
import { ALERT_SEVERITIES, type AlertSeverity } from '@app/kernel';
import { IsBoolean, IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { FailureDto, failureFields } from '../../http/errors/error.dto';
import { RecordId, ShareProperty, UuidProperty } from '../../http/fields/id-properties.decorator';
import { IsInstant } from '../../http/fields/is-instant.decorator';
import { Nested } from '../../http/fields/nested.decorators';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';
import { ENERGY_TYPES } from '../energy/energy-types';

const STATUSES = [...FAULT_STATUSES, 'active', 'cleared'] as const;

/** Filters of an export. Each type of export has some of them; the others are refused. */
export class ExportFiltersDto implements ExportFilters {
  /** For all types: only this area. Faults and alerts of areas below it are not included. */
  @Omittable() @RecordId() areaId?: number;
  /** For `energy`: only this energy type. Default: all energy types. For `savings`: default `electricity`. */
  @Omittable() @OneOf(ENERGY_TYPES) energyType?: EnergyType;
  /** For `energy`: length of a bucket. Default `hour`. */
  @Omittable() @OneOf(BUCKET_INTERVALS) interval?: BucketInterval;
  /** For `savings`: the method of the baselines. Default `dailyChangePoint`. */
  @Omittable() @OneOf(BASELINE_METHODS) method?: BaselineMethod;
  /** For `faults`: `open`, `in_progress`, `resolved` or `closed`. For `alarms`: `active` or `cleared`. */
  @Omittable() @OneOf(STATUSES) status?: (typeof STATUSES)[number];
  /** For `faults` and `alarms`: only this severity. */
  @Omittable() @OneOf(ALERT_SEVERITIES) severity?: AlertSeverity;
  /** For `faults`: only faults of this object. */
  @Omittable() @RecordId() objectId?: number;
  /** For `faults`: only faults that are assigned to this user. */
  @Omittable() @RecordId() assigneeId?: number;
  /** For `faults`: only faults that this alert led to. */
  @Omittable() @RecordId() alertId?: number;
  /** For `alarms`: only alerts that are acknowledged, or only alerts that are not. */
  @Omittable() @IsBoolean() acknowledged?: boolean;
  /** For `alarms`: only alerts that are shelved, or only alerts that are not. */
  @Omittable() @IsBoolean() shelved?: boolean;
  /** For `alarms`: only alerts of this point. */
  @Omittable() @IsString() @IsNotEmpty() @MaxLength(255) pointCode?: string;
  /** For `alarms`: only alerts of this source. */
  @Omittable() @OneOf(ALERT_SOURCES) source?: AlertSource;
}

/** A request for an export. */
export class ExportInputDto implements ExportInput {
  /** The records to export. */
  @OneOf(EXPORT_TYPES) type: ExportType;
  /**
   * Start of the range, inclusive. It applies to the start of a bucket, the report of a fault, or the raising of an
   * alert. For `savings`, the range is the period of the baselines, and the savings are those from its end until now.
   */
  @IsInstant() from: string;
  /** End of the range, exclusive, at most ten years after `from`. */
  @IsInstant() to: string;
  /** Filters. The type determines which ones are allowed. */
  @Omittable()
  @Nested(ExportFiltersDto)
  filters?: ExportFiltersDto;
}

/** The export that was started. */
export class ExportStartedDto {
  /** Id of the export. */
  @UuidProperty() jobId: string;
}

/** The state of an export. */
export class ExportJobDto {
  /** Id of the export. */
  @UuidProperty() jobId: string;
  /** `queued` until the first attempt begins, and between a failed attempt and the next one. */
  @OneOf(WORK_STATUSES) status: WorkStatus;
  /** Exported share of the range, from 0 to 1. It is updated about once a second. */
  @ShareProperty() progress: number;
  /** Id of the file; null until the export is completed. The file may have been deleted since then. */
  @Nullable() @UuidProperty() fileId: string | null;
  /** Why the last attempt failed; null if no attempt has failed. */
  error: string | null;
  /** `error` with its code and its values, for programs. */
  @Nullable() failure: FailureDto | null;
}

export function toExportJobDto({ id, status, progress, fileId, error }: ExportJobEntity): ExportJobDto {
  return { jobId: id, status, progress, fileId, ...failureFields(error) };
}
