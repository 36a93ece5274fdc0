import { type CalendarChanges, type CalendarInput, MAX_EXCEPTIONS } from '@app/domain';
import type { CalendarEntity, WeeklyHours } from '@app/entities';
import { IsTimeZoneName } from '@app/kernel';
import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { IsInt, IsNotEmpty, IsString, Max, MaxLength, Min } from 'class-validator';
import { IntegerProperty, RecordId, RecordIds } from '../../http/fields/id-properties.decorator';
import { IsClockTime } from '../../http/fields/local-time.decorators';
import { NestedList } from '../../http/fields/nested.decorators';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { CalendarExceptionDto, CalendarExceptionInputDto } from './calendar-exceptions.dto';

/** Opening hours on one day of every week. */
export class WeeklyHoursDto implements WeeklyHours {
  /** Day of the week, from 1 (Monday) to 7 (Sunday). */
  @IsInt() @Min(1) @Max(7) @IntegerProperty({ minimum: 1, maximum: 7 }) day: number;
  /** Opening time, `HH:MM`. */
  @IsClockTime() from: string;
  /** Closing time, `HH:MM`. If it is not after `from`, the site closes on the next day. */
  @IsClockTime() to: string;
}

/** The hours in which a building, or some of its areas, is in use. */
export class CalendarDto implements CalendarEntity {
  /** Id of the calendar. */
  @RecordId() id: number;
  /** Display name. */
  @IsString() @IsNotEmpty() @MaxLength(255) name: string;
  /** IANA time zone name; null for the platform's time zone. */
  @Nullable() @IsTimeZoneName() @MaxLength(64) timezone: string | null;
  /**
   * Ids of the areas for which the calendar is meant; empty for the whole site. Only the
   * rules that find losses depend on them: a workflow or alert rule uses the calendar that it names. An id stays in the list if its area is deleted.
   */
  @RecordIds({ max: 5000 }) areaIds: number[];
  /** Hours of every week. */
  @NestedList(WeeklyHoursDto, { max: 100 })
  weekly: WeeklyHoursDto[];
  /** Days that differ from the weekly hours, for example holidays. */
  @NestedList(CalendarExceptionDto, { max: MAX_EXCEPTIONS })
  exceptions: CalendarExceptionDto[];
}

/** Null is validated like any other value. Otherwise, a required field could be set to null. */
const OMITTABLE = { skipNullProperties: false };

/** Changes of a calendar. Omitted fields stay as they are. */
export class CalendarChangesDto
  extends PartialType(OmitType(CalendarDto, ['id', 'exceptions']), OMITTABLE)
  implements CalendarChanges
{
  /** Days that differ from the weekly hours, for example holidays. At most 400 days; a range counts each of its days. */
  @Omittable()
  @NestedList(CalendarExceptionInputDto, { max: MAX_EXCEPTIONS })
  exceptions?: CalendarExceptionInputDto[];
}

/** A new calendar. Only the name is required. */
export class CalendarInputDto
  extends IntersectionType(PickType(CalendarDto, ['name']), OmitType(CalendarChangesDto, ['name']))
  implements CalendarInput {}
