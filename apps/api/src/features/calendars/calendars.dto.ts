import { type CalendarChanges, type CalendarInput, type ExceptionInput, MAX_EXCEPTIONS } from '@app/domain';
import {
  type CalendarEntity,
  type CalendarException,
  EXCEPTION_KINDS,
  type WeeklyHours,
} from '@app/entities';
import { IsTimeZoneName } from '@app/kernel';
import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { IsInt, IsNotEmpty, IsString, Max, MaxLength, Min } from 'class-validator';
import { IntegerProperty, RecordId, RecordIds } from '../../http/fields/id-properties.decorator';
import { IsClockTime, IsClockTimeOrDate, IsLocalDate } from '../../http/fields/local-time.decorators';
import { NestedList } from '../../http/fields/nested.decorators';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';

/** Opening hours on one day of every week. */
export class WeeklyHoursDto implements WeeklyHours {
  /** Day of the week, from 1 (Monday) to 7 (Sunday). */
  @IsInt() @Min(1) @Max(7) @IntegerProperty({ minimum: 1, maximum: 7 }) day: number;
  /** Opening time, `HH:MM`. */
  @IsClockTime() from: string;
  /** Closing time, `HH:MM`. If it is not after `from`, the site closes on the next day. */
  @IsClockTime() to: string;
}

/** A day, or a part of a day, whose hours differ from the weekly hours. */
export class CalendarExceptionDto implements CalendarException {
  /** Local date. */
  @IsLocalDate() date: string;
  /** Whether the site is closed or open at this time. */
  @OneOf(EXCEPTION_KINDS) kind: CalendarException['kind'];
  /** Start, `HH:MM`. If `from` and `to` are null, the exception lasts the whole day. */
  @Omittable() @Nullable() @IsClockTime() from: string | null = null;
  /** End, `HH:MM`. If it is not after `from`, the exception ends on the next day. */
  @Omittable() @Nullable() @IsClockTime() to: string | null = null;
  /** Reason, for example a public holiday. */
  @Omittable() @Nullable() @IsString() @MaxLength(255) name: string | null = null;
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
   * Ids of the areas for which the calendar is meant; empty for the whole site. They are for information only: a
   * workflow or alert rule uses the calendar that it names. An id stays in the list if its area is deleted.
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

/** An exception of one date, or of each date of a range. The calendar then has one exception for each date. */
export class CalendarExceptionInputDto
  extends OmitType(CalendarExceptionDto, ['date', 'from', 'to'])
  implements ExceptionInput
{
  /** Local date. Omit it to send a range. */
  @Omittable() @IsLocalDate() date?: string;
  /**
   * With `date`, the start of a part of the day, `HH:MM`; null for the whole day. Without it, the first date of the
   * range, `YYYY-MM-DD`.
   */
  @Omittable() @Nullable() @IsClockTimeOrDate() from: string | null = null;
  /**
   * With `date`, the end of the part, `HH:MM`. If it is not after `from`, the exception ends on the next day. Without
   * `date`, the last date of the range, `YYYY-MM-DD`, which is included.
   */
  @Omittable() @Nullable() @IsClockTimeOrDate() to: string | null = null;
}

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
