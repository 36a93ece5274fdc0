import { CalendarEntity, inTransaction, pageOf, requireRow } from '@app/entities';
import {
  type Actor,
  DomainError,
  type ErrorDetail,
  type Page,
  type PageRequest,
  unknownRecord,
} from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AreasService } from '../../metering/areas/areas.service';
import { AuditService } from '../../platform/audit/audit.service';
import { datedExceptions, type ExceptionInput } from './calendar-exceptions';
import { deleteCalendar, findCalendar, lockCalendar, saveCalendar } from './calendars.queries';

type CalendarFields = Omit<CalendarEntity, 'id'>;
/** The changes of a calendar. Omitted fields keep their value. */
export type CalendarChanges = Partial<Omit<CalendarFields, 'exceptions'>> & { exceptions?: ExceptionInput[] };
/** The default time zone is the platform's. A calendar without areas applies to the whole site. */
export type CalendarInput = CalendarChanges & Pick<CalendarEntity, 'name'>;

const NAME = 'The calendar';
const EMPTY = { timezone: null, areaIds: [], weekly: [], exceptions: [] };

/** Creates, reads, updates and deletes calendars. */
@Injectable()
export class CalendarsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly areas: AreasService,
    private readonly audit: AuditService,
  ) {}

  list(request: PageRequest): Promise<Page<CalendarEntity>> {
    return pageOf(this.dataSource.manager, CalendarEntity, request);
  }

  /** @throws DomainError not_found */
  find(id: number): Promise<CalendarEntity> {
    return requireRow(findCalendar(this.dataSource.manager, id), NAME);
  }

  /** @throws DomainError invalid with a detail for each unknown area and each exception that is not valid */
  async create(actor: Actor, input: CalendarInput): Promise<CalendarEntity> {
    const calendar = { ...EMPTY, name: input.name, ...checked(input, await this.areaIds()) };
    return inTransaction(this.dataSource, async (manager) => {
      const after = await saveCalendar(manager, calendar);
      const record = { action: 'calendar.created', target: `calendar ${after.id}`, after };
      await this.audit.record(actor, record, manager);
      return after;
    });
  }

  /** @throws the errors of `create`, and DomainError not_found */
  async change(actor: Actor, id: number, changes: CalendarChanges): Promise<CalendarEntity> {
    const areaIds = await this.areaIds();
    return inTransaction(this.dataSource, async (manager) => {
      const before = await requireRow(lockCalendar(manager, id), NAME);
      // Areas that have been removed are accepted if the calendar already has them, so that a client can send a
      // calendar back unchanged.
      const fields = checked(changes, [...areaIds, ...before.areaIds]);
      const changed = Object.assign(new CalendarEntity(), before, fields);
      const after = await saveCalendar(manager, changed);
      const change = { action: 'calendar.changed', target: `calendar ${id}`, before, after };
      await this.audit.recordChange(actor, change, manager);
      return after;
    });
  }

  /** @throws DomainError not_found */
  async remove(actor: Actor, id: number): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const before = await requireRow(lockCalendar(manager, id), NAME);
      await deleteCalendar(manager, id);
      const record = { action: 'calendar.removed', target: `calendar ${id}`, before };
      await this.audit.record(actor, record, manager);
    });
  }

  private async areaIds(): Promise<number[]> {
    return (await this.areas.site()).areas.map(({ id }) => id);
  }
}

/** Returns the changes as they are stored. @throws DomainError invalid */
function checked(
  { exceptions, ...changes }: CalendarChanges,
  known: readonly number[],
): Partial<CalendarFields> {
  const details: ErrorDetail[] = [];
  for (const [index, id] of (changes.areaIds ?? []).entries()) {
    if (known.includes(id)) continue;
    details.push({ path: `areaIds[${index}]`, ...unknownRecord('area', id) });
  }
  const dated = exceptions && datedExceptions(exceptions, details);
  if (details.length > 0) throw DomainError.invalid('The calendar is not valid.', details);
  return { ...changes, ...(dated && { exceptions: dated }) };
}
