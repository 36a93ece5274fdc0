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

/** The work that a transaction has stored for its slots. */
export interface FiredWork {
  /** The number of slots that led to work. */
  count: number;
  /** Is called after the commit. Must not throw. */
  announce: () => void;
}

/**
 * The records of one kind that have schedules. A feature with schedules provides a subclass in one of its modules that
 * the worker imports; `SchedulesService` and `ScheduleUpkeepService` find it there.
 */
export abstract class ScheduleSource {
  abstract readonly kind: ScheduleOwnerKind;

  /** Returns the schedules of all enabled records. */
  abstract wanted(): Promise<OwnedSchedule[]>;

  /**
   * Locks a record until the transaction ends. The change of a record locks it first, too.
   * @returns its schedule; null if it has none, is disabled or was deleted
   */
  abstract lock(manager: EntityManager, ownerId: string): Promise<Schedule | null>;

  /**
   * Stores the work of these slots, in the transaction that moves them to their next times. Ignores records that are
   * disabled or deleted. It may lock the records: if that leads to a deadlock with a change of a record, which locks the
   * record before its schedule, one of the two transactions is repeated.
   */
  abstract fire(manager: EntityManager, slots: readonly FiredSlot[]): Promise<FiredWork>;
}
