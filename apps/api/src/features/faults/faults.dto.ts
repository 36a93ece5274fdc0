import type { Fault, FaultChanges, FaultFilter, FaultInput, FaultStats } from '@app/domain';
import { FAULT_STATUSES, type FaultStatus } from '@app/entities';
import { ALERT_SEVERITIES, type AlertSeverity } from '@app/kernel';
import { OmitType, PartialType } from '@nestjs/swagger';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { IntegerProperty, RecordId } from '../../http/fields/id-properties.decorator';
import { InstantProperty } from '../../http/fields/is-instant.decorator';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';
import { PageQuery } from '../../http/fields/page.dto';
import { QueryBoolean, QueryRecordId } from '../../http/fields/query.decorators';

export class FaultQueryDto extends PageQuery implements FaultFilter {
  /** Only faults with this status. */
  @Omittable() @OneOf(FAULT_STATUSES) status?: FaultStatus;
  /** Only faults that are open or in progress, or only faults that are resolved or closed. */
  @Omittable() @QueryBoolean() unresolved?: boolean;
  /** Only faults with this severity. */
  @Omittable() @OneOf(ALERT_SEVERITIES) severity?: AlertSeverity;
  /** Only faults of this area. Areas below it are not included. */
  @Omittable() @QueryRecordId() areaId?: number;
  /** Only faults of this object. */
  @Omittable() @QueryRecordId() objectId?: number;
  /** Only faults that are assigned to this user. */
  @Omittable() @QueryRecordId() assigneeId?: number;
  /** Only faults that this alert led to. */
  @Omittable() @QueryRecordId() alertId?: number;
}

/** Something that is broken. */
export class FaultDto implements Fault {
  /** Id of the fault. */
  @RecordId() id: number;
  /** Short name of the problem. */
  @IsString() @IsNotEmpty() @MaxLength(255) title: string;
  /** Description; null for none. */
  @Nullable() @IsString() @MaxLength(10_000) description: string | null;
  /** How severe the fault is. */
  @OneOf(ALERT_SEVERITIES) severity: AlertSeverity;
  /** Status of the work on the fault. */
  @OneOf(FAULT_STATUSES) status: FaultStatus;
  /** Id of the faulty object; null for none. It becomes null if the object is deleted. */
  @Nullable() @RecordId() objectId: number | null;
  /** Id of the area; null for none. It becomes null if the area is deleted. */
  @Nullable() @RecordId() areaId: number | null;
  /** Id of the alert that led to the fault; null for none. It stays if the alert is deleted. */
  @Nullable() @RecordId() alertId: number | null;
  /** Id of the user who works on the fault; null for none. It becomes null if the user is deleted. */
  @Nullable() @RecordId() assigneeId: number | null;
  /** Why the fault occurred; null if unknown. */
  @Nullable() @IsString() @MaxLength(10_000) rootCause: string | null;
  /** When the fault was reported. */
  @InstantProperty() reportedAt: Date;
  /** When the status became `in_progress` for the first time; null before that. */
  @InstantProperty() startedAt: Date | null;
  /** When the status became `resolved`; null if the fault has not been resolved, or if it was opened again. */
  @InstantProperty() resolvedAt: Date | null;
}

/** Null is validated like any other value. Otherwise, a required field could be set to null. */
const OMITTABLE = { skipNullProperties: false };

/** Changes of a fault. Omitted fields stay as they are. */
export class FaultChangesDto
  extends PartialType(OmitType(FaultDto, ['id', 'reportedAt', 'startedAt', 'resolvedAt']), OMITTABLE)
  implements FaultChanges {}

/**
 * A new fault. If it has an alert, the title, severity and area are copied from the alert if they are omitted. If it
 * has no alert, the title is required, and the default severity is `indeterminate`.
 */
export class FaultInputDto extends OmitType(FaultChangesDto, ['status']) implements FaultInput {}

/** Numbers of faults by severity. */
export class FaultsBySeverityDto implements Record<AlertSeverity, number> {
  /** Critical faults. */
  @IntegerProperty() critical: number;
  /** Major faults. */
  @IntegerProperty() major: number;
  /** Minor faults. */
  @IntegerProperty() minor: number;
  /** Warnings. */
  @IntegerProperty() warning: number;
  /** Faults of unknown severity. */
  @IntegerProperty() indeterminate: number;
}

/** Statistics of all faults. */
export class FaultStatsDto implements FaultStats {
  /** Number of faults. */
  @IntegerProperty() total: number;
  /** Faults with the status `open`. */
  @IntegerProperty() open: number;
  /** Faults with the status `in_progress`. */
  @IntegerProperty() inProgress: number;
  /** Faults with the status `resolved`. */
  @IntegerProperty() resolved: number;
  /** Faults with the status `closed`. */
  @IntegerProperty() closed: number;
  /** Faults of any status by severity. */
  bySeverity: FaultsBySeverityDto;
  /** Mean time from the report of a fault to its resolution, in minutes; null if no fault is resolved or closed. */
  mttrMinutes: number | null;
  /** Mean time between consecutive reports, in hours; null if there are fewer than two faults. */
  mtbfHours: number | null;
  /** Time of the last change that affects the statistics. */
  @InstantProperty() updatedAt: Date;
}
