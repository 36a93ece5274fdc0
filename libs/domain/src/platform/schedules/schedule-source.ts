import type { ScheduleOwnerKind } from '@app/entities';
import type { EntityManager } from 'typeorm';

export interface Schedule {
  /** An expression that `cronFault` accepts, or a rule of `sunRule`. */
  cron: string;
  /** IANA name; null for the platform's zone. */
  timezone: string | null;
}

/** The schedule that a record should have. */
export interface OwnedSchedule extends Schedule {
  ownerId: string;
}

/** A slot that fires now. */
export interface FiredSlot {
  ownerId: string;
  /** The planned time. */
  scheduledAt: Date;
  /** The time at which a worker fires the slot. */
  firedAt: Date;
}

/** The work that a transaction has stored for the fired slots. */
export interface FiredWork {
  /** The number of slots that led to work. */
  count: number;
  /** Called after the commit. Must not throw. */
  announce: () => void;
}

/**
 * Provides the schedules of one kind of records. A feature with schedules provides a subclass in a module that the
 * worker imports; `SchedulesService` and `ScheduleUpkeepService` find all subclasses.
 */
export abstract class ScheduleSource {
  abstract readonly kind: ScheduleOwnerKind;

  /** Returns the schedules of all enabled records. */
  abstract wanted(): Promise<OwnedSchedule[]>;

  /**
   * Locks a record until the transaction ends. Every transaction that changes a record locks the record first.
   * @returns the schedule of the record; null if the record has none, is disabled or was deleted
   */
  abstract lock(manager: EntityManager, ownerId: string): Promise<Schedule | null>;

  /**
   * Stores the work of these slots, in the transaction that moves the schedules to their next slots. Ignores records
   * that are disabled or deleted. May lock the records. This can deadlock with a change of a record, because the change
   * locks the record before its schedule. One of the two transactions is then repeated.
   */
  abstract fire(manager: EntityManager, slots: readonly FiredSlot[]): Promise<FiredWork>;
}
