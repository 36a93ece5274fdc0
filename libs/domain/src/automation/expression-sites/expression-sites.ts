import type { CalendarEntity } from '@app/entities';
import type { ExpressionCalendar, ExpressionSite } from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { isHoliday, isOpen } from '../../operations/calendars/calendar-hours';
import { CalendarReader } from '../../operations/calendars/calendar-reader';
import { ConfigurationService } from '../../platform/configuration/configuration.service';

/** Reads the time zone and the calendars that expressions use. */
@Injectable()
export class ExpressionSites {
  constructor(
    private readonly configuration: ConfigurationService,
    private readonly calendars: CalendarReader,
  ) {}

  /**
   * Reads a snapshot of the site.
   * @param usesCalendars true if any expression needs the calendars; if false, they are not read
   */
  async read(usesCalendars: boolean): Promise<ExpressionSite> {
    const zone = await this.configuration.timezone();
    const found = usesCalendars ? await this.calendars.all() : [];
    return { zone, calendars: new Map(found.map((calendar) => [calendar.id, asSeen(calendar, zone)])) };
  }
}

function asSeen(calendar: CalendarEntity, zone: string): ExpressionCalendar {
  return {
    isOpen: (atMs) => isOpen(calendar, atMs, zone),
    isHoliday: (atMs) => isHoliday(calendar, atMs, zone),
  };
}
