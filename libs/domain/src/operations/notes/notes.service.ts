import { inTransaction, requireRow } from '@app/entities';
import { type Actor, Clock, DomainError, parseInstant, parseInstantRange, unknownRecord } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AreasService } from '../../metering/areas/areas.service';
import { AuditService } from '../../platform/audit/audit.service';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { deleteNote, findNotes, insertNote, lockNote, type Note } from './notes.queries';

export type { Note } from './notes.queries';

/** Times are ISO 8601. Without an offset, they are in the zone of the platform. */
export interface NoteInput {
  /** The code of a point, or `area:` and the id of an area. */
  series: string;
  at: string;
  text: string;
}

export interface NoteQuery {
  series: readonly string[];
  from: string;
  /** Exclusive. */
  to: string;
}

const AREA = /^area:(\d{1,9})$/;

/** Creates, lists and deletes notes. */
@Injectable()
export class NotesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly areas: AreasService,
    private readonly configuration: ConfigurationService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** Returns the newest 500 notes of a period, oldest first. */
  async list({ series, ...range }: NoteQuery): Promise<Note[]> {
    const period = parseInstantRange(range, await this.configuration.timezone());
    return findNotes(this.dataSource.manager, series, period);
  }

  /** @throws DomainError invalid for an unknown area */
  async create(actor: Actor, { series, at, text }: NoteInput): Promise<Note> {
    const instant = parseInstant(at, await this.configuration.timezone());
    const [, area] = AREA.exec(series) ?? [];
    return inTransaction(this.dataSource, async (manager) => {
      if (area !== undefined && !(await this.areas.hasArea(manager, Number(area))))
        throw DomainError.ofField('series', unknownRecord('area', Number(area)));
      const createdBy = actor.name.slice(0, 254);
      const after = await insertNote(manager, {
        series,
        at: instant,
        text,
        createdBy,
        createdAt: this.clock.now(),
      });
      const record = { action: 'note.created', target: `note ${after.id}`, after };
      await this.audit.record(actor, record, manager);
      return after;
    });
  }

  /** @throws DomainError not_found */
  async remove(actor: Actor, id: number): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const before = await requireRow(lockNote(manager, id), 'The note');
      await deleteNote(manager, id);
      await this.audit.record(actor, { action: 'note.removed', target: `note ${id}`, before }, manager);
    });
  }
}
