import type { CalendarImport } from '@app/domain';
import { type CalendarException, EXCEPTION_KINDS } from '@app/entities';
import { IsLocalDate } from '../../http/fields/local-time.decorators';
import { Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';

/** Selects the events of a file that become exceptions. */
export class CalendarImportQueryDto implements Omit<CalendarImport, 'text'> {
  /** Whether the site is closed or open during the events. */
  @Omittable() @OneOf(EXCEPTION_KINDS) kind: CalendarException['kind'] = 'closed';
  /** The first local date. Default is today. */
  @Omittable() @IsLocalDate() from?: string;
  /** The local date after the last one. Default is two years after `from`; the maximum is ten years. */
  @Omittable() @IsLocalDate() to?: string;
}
