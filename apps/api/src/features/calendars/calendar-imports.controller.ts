import { CurrentUser, Roles } from '@app/auth';
import { CalendarImportService } from '@app/domain';
import { Actor } from '@app/kernel';
import { Controller, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { IdParam } from '../../http/fields/path-ids.decorator';
import { Consumes } from '../../http/reference/media-types.decorator';
import { readCalendarFile } from './calendar-file';
import { CalendarImportQueryDto } from './calendar-import.dto';
import { CalendarDto } from './calendars.dto';

/** The example file in the API reference. */
const HOLIDAY_FILE = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//example.org//holidays//EN',
  'BEGIN:VEVENT',
  'UID:christmas@example.org',
  'DTSTAMP:20260101T000000Z',
  'DTSTART;VALUE=DATE:20261225',
  'DTEND;VALUE=DATE:20261227',
  'RRULE:FREQ=YEARLY',
  'SUMMARY:Christmas',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');

@ApiTags('Calendars')
@Controller('calendars')
export class CalendarImportsController {
  constructor(private readonly imports: CalendarImportService) {}

  /**
   * Import an iCalendar file (RFC 5545) of at most 1 MB. Its events become exceptions of the calendar, `closed` by
   * default. An all-day event becomes one exception for each of its dates. Any other event becomes an exception for its
   * hours on each date. Recurring events are expanded within `from` and `to`; they may recur by day, week, month or
   * year. Cancelled events are left out. An event replaces an existing exception for the same time, so a file can be
   * imported again.
   *
   * A refusal names the line of the file. An event lasts at most 3,660 days and begins and ends by the year 2200. A file
   * has at most 10,000 components, 5,000 additional and excluded dates, and 200 clock changes of time zones, which
   * happen once a year. Its events have at most 20,000 occurrences until `to`. Reading it takes at most 8 seconds.
   */
  @Post(':id/import')
  @Roles('engineer')
  @Consumes('text/calendar')
  @ApiBody({ description: 'The iCalendar file.', schema: { type: 'string', example: HOLIDAY_FILE } })
  async import(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Query() { kind, from, to }: CalendarImportQueryDto,
    @Req() request: Request,
  ): Promise<CalendarDto> {
    const text = await readCalendarFile(request);
    return this.imports.import(actor, id, { text, kind, from, to });
  }
}
