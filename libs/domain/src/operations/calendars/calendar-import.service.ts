import { CalendarEntity, type CalendarException, inTransaction, requireRow } from '@app/entities';
import { type Actor, Clock, DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { Temporal } from 'temporal-polyfill';
import { DataSource } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { lockCalendar, saveCalendar } from './calendars.queries';
import { exceptionsOf, mergedExceptions } from './icalendar-exceptions';

/** Maximum number of exceptions of a calendar. */
export const MAX_EXCEPTIONS = 400;
const DEFAULT_YEARS = 2;
const MAX_YEARS = 10;

export interface CalendarImport {
  /** The iCalendar file. */
  text: string;
  kind: CalendarException['kind'];
  /** The first local date. Default: today. */
  from?: string;
  /** The local date after the last one. Default: two years after `from`. */
  to?: string;
}

/** Adds the events of iCalendar files to calendars, as exceptions. */
@Injectable()
export class CalendarImportService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: ConfigurationService,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  /** @throws DomainError not_found; invalid if the file cannot be used or has too many events */
  async import(actor: Actor, id: number, { text, kind, ...dates }: CalendarImport): Promise<CalendarEntity> {
    const platformZone = await this.configuration.timezone();
    return inTransaction(this.dataSource, async (manager) => {
      const before = await requireRow(lockCalendar(manager, id), 'The calendar');
      const zone = before.timezone ?? platformZone;
      const added = exceptionsOf(text, kind, { ...this.period(dates, zone), zone });
      const exceptions = mergedExceptions(before.exceptions, added);
      if (exceptions.length > MAX_EXCEPTIONS) throw tooMany(exceptions.length);
      const after = await saveCalendar(manager, Object.assign(new CalendarEntity(), before, { exceptions }));
      const change = { action: 'calendar.imported', target: `calendar ${id}`, before, after };
      await this.audit.recordChange(actor, change, manager);
      return after;
    });
  }

  private period(
    dates: Pick<CalendarImport, 'from' | 'to'>,
    zone: string,
  ): { from: Temporal.PlainDate; to: Temporal.PlainDate } {
    const today = Temporal.Instant.fromEpochMilliseconds(this.clock.nowMs()).toZonedDateTimeISO(zone);
    const from = dates.from ? Temporal.PlainDate.from(dates.from) : today.toPlainDate();
    const to = dates.to ? Temporal.PlainDate.from(dates.to) : from.add({ years: DEFAULT_YEARS });
    const isWithin = Temporal.PlainDate.compare(to, from.add({ years: MAX_YEARS })) <= 0;
    if (isWithin && Temporal.PlainDate.compare(from, to) < 0) return { from, to };
    const message = `"to" must be after "from", and at most ${MAX_YEARS} years later.`;
    throw DomainError.invalid(message, [{ path: 'to', message }]);
  }
}

function tooMany(count: number): DomainError {
  const message =
    `The calendar would have ${count} exceptions, but at most ${MAX_EXCEPTIONS} are allowed. ` +
    'Choose a shorter range.';
  return DomainError.invalid(message, [{ path: 'body', message }]);
}
