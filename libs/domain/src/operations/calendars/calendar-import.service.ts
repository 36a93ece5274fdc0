import { join } from 'node:path';
import { CalendarEntity, type CalendarException, inTransaction, requireRow } from '@app/entities';
import { type Actor, Clock, DomainError, say, ThreadedModule, ThreadFailure } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { Temporal } from 'temporal-polyfill';
import { DataSource } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { MAX_EXCEPTIONS } from './calendar-exceptions';
import { findCalendar, lockCalendar, saveCalendar } from './calendars.queries';
import { mergedExceptions } from './icalendar-exceptions';
import type { EventSearch } from './icalendar-events';

/** Limit for waiting for the thread and reading a file. */
const READ_MS = 8000;
const READER = {
  atOnce: 1,
  heapMebibytes: 256,
  busy: () =>
    new DomainError('unavailable', 'imports_busy', 'Other calendar files are being read. Try again later.', {
      retryAfterSeconds: 5,
    }),
};
const NAME = 'The calendar';
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
  private readonly logger = new Logger(CalendarImportService.name);
  private readonly reader = new ThreadedModule(join(__dirname, 'read-calendar.worker.js'), READER);

  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: ConfigurationService,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  /**
   * Reads the file in a thread, before the calendar is locked.
   * @throws DomainError not_found; invalid if the file cannot be used or has too many events; conflict if the time zone
   *   of the calendar changes meanwhile; unavailable if other files take too long
   */
  async import(actor: Actor, id: number, { text, kind, ...dates }: CalendarImport): Promise<CalendarEntity> {
    const { timezone } = await requireRow(findCalendar(this.dataSource.manager, id), NAME);
    const zone = timezone ?? (await this.configuration.timezone());
    const added = await this.read(text, kind, { ...this.period(dates, zone), zone });
    return inTransaction(this.dataSource, async (manager) => {
      const before = await requireRow(lockCalendar(manager, id), NAME);
      if (before.timezone !== timezone) throw zoneChanged();
      const exceptions = mergedExceptions(before.exceptions, added);
      if (exceptions.length > MAX_EXCEPTIONS) throw tooMany(exceptions.length);
      const after = await saveCalendar(manager, Object.assign(new CalendarEntity(), before, { exceptions }));
      const change = { action: 'calendar.imported', target: `calendar ${id}`, before, after };
      await this.audit.recordChange(actor, change, manager);
      return after;
    });
  }

  private async read(
    text: string,
    kind: CalendarException['kind'],
    search: EventSearch,
  ): Promise<CalendarException[]> {
    try {
      const input = () => Promise.resolve({ data: [text, kind, search] });
      return await this.reader.first<CalendarException[]>(input, { timeoutMs: READ_MS });
    } catch (error) {
      if (!(error instanceof ThreadFailure)) throw error;
      this.logger.warn({ err: error }, 'A calendar file could not be read.');
      const message = 'The file takes too long to read. Send fewer events or shorter series.';
      throw new DomainError('invalid', 'calendar_too_complex', message, { cause: error });
    }
  }

  private period(dates: Pick<CalendarImport, 'from' | 'to'>, zone: string): Pick<EventSearch, 'from' | 'to'> {
    const today = Temporal.Instant.fromEpochMilliseconds(this.clock.nowMs()).toZonedDateTimeISO(zone);
    const from = dates.from ? Temporal.PlainDate.from(dates.from) : today.toPlainDate();
    const to = dates.to ? Temporal.PlainDate.from(dates.to) : from.add({ years: DEFAULT_YEARS });
    const isWithin = Temporal.PlainDate.compare(to, from.add({ years: MAX_YEARS })) <= 0;
    if (isWithin && Temporal.PlainDate.compare(from, to) < 0)
      return { from: from.toString(), to: to.toString() };
    const message = say('import_range', { most: MAX_YEARS });
    throw DomainError.invalid(message, [{ path: 'to', ...message }]);
  }
}

function zoneChanged(): DomainError {
  const message = 'The time zone of the calendar was changed during the import. Import the file again.';
  return new DomainError('conflict', 'calendar_changed', message);
}

function tooMany(count: number): DomainError {
  const message = say('too_many_imported_exceptions', { found: count, most: MAX_EXCEPTIONS });
  return DomainError.invalid(message, [{ path: 'body', ...message }]);
}
