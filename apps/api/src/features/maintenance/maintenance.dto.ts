import type {
  Maintenance,
  MaintenanceChanges,
  MaintenanceInput,
  MaintenanceListFilter,
  RecurrenceInput,
} from '@app/domain';
import {
  type ChecklistItem,
  MAINTENANCE_PRIORITIES,
  MAINTENANCE_STATUSES,
  MAINTENANCE_TYPES,
  type MaintenancePriority,
  type MaintenanceStatus,
  type MaintenanceType,
} from '@app/entities';
import { IsTimeZoneName } from '@app/kernel';
import { ApiProperty, IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { IsBoolean, IsNotEmpty, IsNumber, IsString, Max, MaxLength, Min } from 'class-validator';
import { RecordId } from '../../http/fields/id-properties.decorator';
import { IsCode } from '../../http/fields/is-code.decorator';
import { InstantProperty, IsInstant } from '../../http/fields/is-instant.decorator';
import { Nested, NestedList } from '../../http/fields/nested.decorators';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';
import { PageQuery } from '../../http/fields/page.dto';
import { QueryRecordId } from '../../http/fields/query.decorators';

/** More than a hundred years of uninterrupted operation. */
const MAX_HOURS = 1_000_000;

export class MaintenanceQueryDto extends PageQuery implements MaintenanceListFilter {
  /** Only work orders with this status. */
  @Omittable() @OneOf(MAINTENANCE_STATUSES) status?: MaintenanceStatus;
  /** Only work orders of this type. */
  @Omittable() @OneOf(MAINTENANCE_TYPES) type?: MaintenanceType;
  /** Only work orders for this object. */
  @Omittable() @QueryRecordId() objectId?: number;
  /** Only work orders for this fault. */
  @Omittable() @QueryRecordId() faultId?: number;
  /** Only work orders that are assigned to this user. */
  @Omittable() @QueryRecordId() assigneeId?: number;
  /** Only work orders that are due at or after this instant. */
  @Omittable() @IsInstant() from?: string;
  /** Only work orders that are due before this instant. */
  @Omittable() @IsInstant() to?: string;
}

/** A step of the work. */
export class ChecklistItemDto implements ChecklistItem {
  /** Description of the step. */
  @IsString() @IsNotEmpty() @MaxLength(500) text: string;
  /** Whether the step is done. */
  @Omittable() @IsBoolean() done: boolean = false;
}

/**
 * When the next work order of a series is due. With `cron`, it is due at the times of the expression. With `pointCode`
 * and `everyHours`, it is due when the counter has advanced by this number of hours since the previous work order was
 * completed or cancelled.
 */
export class RecurrenceDto implements RecurrenceInput {
  /** Cron expression with five fields. */
  @Omittable() @IsString() @MaxLength(255) cron?: string;
  /** IANA time zone name of `cron`; null for the platform's time zone. */
  @Omittable() @Nullable() @IsTimeZoneName() @MaxLength(64) timezone?: string | null;
  /** Code of the point that counts running hours. The count begins when the gateway reports its first value. */
  @Omittable() @IsCode() pointCode?: string;
  /** Running hours from the end of a work order until the next one is due. */
  @Omittable()
  @IsNumber()
  @Min(0.1)
  @Max(MAX_HOURS)
  @ApiProperty({ minimum: 0.1, maximum: MAX_HOURS })
  everyHours?: number;
}

/** A work order. */
export class MaintenanceDto implements Omit<Maintenance, 'recurrence'> {
  /** Id of the work order. */
  @RecordId() id: number;
  /** Short name of the work. */
  @IsString() @IsNotEmpty() @MaxLength(255) title: string;
  /** Description; null for none. */
  @Nullable() @IsString() @MaxLength(10_000) description: string | null;
  /** Kind of the work. */
  @OneOf(MAINTENANCE_TYPES) type: MaintenanceType;
  /** Status of the work. */
  @OneOf(MAINTENANCE_STATUSES) status: MaintenanceStatus;
  /** How urgent the work is. */
  @OneOf(MAINTENANCE_PRIORITIES) priority: MaintenancePriority;
  /** Id of the object to maintain; null for none. It becomes null if the object is deleted. */
  @Nullable() @RecordId() objectId: number | null;
  /** Id of the fault that the work repairs; null for none. It becomes null if the fault is deleted. */
  @Nullable() @RecordId() faultId: number | null;
  /** Id of the user who does the work; null for none. It becomes null if the user is deleted. */
  @Nullable() @RecordId() assigneeId: number | null;
  /** When the work is due; null for no due date. */
  @InstantProperty() dueAt: Date | null;
  /** When the status became `in_progress` for the first time; null if it never did. */
  @InstantProperty() startedAt: Date | null;
  /** When the work was completed; null before that. */
  @InstantProperty() completedAt: Date | null;
  /** Steps of the work. The next work order of a series has the same steps, none of them done. */
  @NestedList(ChecklistItemDto, { max: 200 })
  checklist: ChecklistItemDto[];
  /** When the next work order is due; null if the work order is not part of a series. */
  @Nullable() @Nested(RecurrenceDto) recurrence: RecurrenceDto | null;
}

class DueDto {
  /** When the work is due; null for no due date. Default for a `cron` recurrence: the next time of the expression. */
  @Omittable() @Nullable() @IsInstant() dueAt?: string | null;
}

/** Null is validated like any other value. Otherwise, a required field could be set to null. */
const OMITTABLE = { skipNullProperties: false };

/** Changes of a work order. Omitted fields stay as they are. */
export class MaintenanceChangesDto
  extends IntersectionType(
    PartialType(OmitType(MaintenanceDto, ['id', 'dueAt', 'startedAt', 'completedAt']), OMITTABLE),
    DueDto,
  )
  implements MaintenanceChanges {}

/** A new work order. Only the title is required; the default is a corrective work order of normal priority. */
export class MaintenanceInputDto
  extends IntersectionType(
    PickType(MaintenanceDto, ['title']),
    OmitType(MaintenanceChangesDto, ['title', 'status']),
  )
  implements MaintenanceInput {}
