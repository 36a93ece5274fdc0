import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { JsonTextColumn } from '../columns';

export const EXCEPTION_KINDS = ['closed', 'open'] as const;

/** Opening hours that repeat every week, in local time `HH:MM`. */
export interface WeeklyHours {
  /** The day of the week, from 1 (Monday) to 7 (Sunday). */
  day: number;
  from: string;
  /** If this is not after `from`, the period ends on the next day. */
  to: string;
}

/** Different opening hours on a whole day, or on a part of it. */
export interface CalendarException {
  /** Local date `YYYY-MM-DD`. */
  date: string;
  kind: (typeof EXCEPTION_KINDS)[number];
  /** Start of the period. If `from` and `to` are null, the exception applies to the whole day. */
  from: string | null;
  to: string | null;
  name: string | null;
}

/** When a building, or some of its areas, is in use. */
@Entity('calendar')
export class CalendarEntity {
  @PrimaryGeneratedColumn() id: number;
  @Column({ type: 'varchar', length: 255 }) name: string;
  /** IANA name; null for the platform's time zone. */
  @Column({ type: 'varchar', length: 64, nullable: true }) timezone: string | null;
  /**
   * The areas for which the calendar is meant; empty for the whole site. Only the rules that find losses depend on them.
   * An area that was deleted later stays in the list.
   */
  @JsonTextColumn() areaIds: number[];
  @JsonTextColumn() weekly: WeeklyHours[];
  @JsonTextColumn() exceptions: CalendarException[];
}
