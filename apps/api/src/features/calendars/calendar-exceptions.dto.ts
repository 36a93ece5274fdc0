import type { ExceptionInput } from '@app/domain';
import { type CalendarException, EXCEPTION_KINDS } from '@app/entities';
import { OmitType } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { IsClockTime, IsClockTimeOrDate, IsLocalDate } from '../../http/fields/local-time.decorators';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';

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
