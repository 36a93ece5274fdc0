import { CalendarEntity } from '@app/entities';
import { isRecordId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';

/** Reads calendars for the features that use them: rules, schedules and expressions. */
@Injectable()
export class CalendarReader {
  constructor(private readonly dataSource: DataSource) {}

  /** The calendars with these ids. Unknown ids are left out. */
  async findAll(ids: readonly number[]): Promise<CalendarEntity[]> {
    const possible = ids.filter(isRecordId);
    return possible.length === 0 ? [] : this.dataSource.manager.findBy(CalendarEntity, { id: In(possible) });
  }

  all(): Promise<CalendarEntity[]> {
    return this.dataSource.manager.find(CalendarEntity);
  }
}
