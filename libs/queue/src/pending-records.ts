import 'reflect-metadata';
import type { JobDefinition } from '@app/contracts';
import { Injectable } from '@nestjs/common';

export interface DueRecord<Payload extends object> {
  payload: Payload;
  /** Determined by the record and its step, see `jobIdFor`. */
  jobId: string;
  delayMs?: number;
  /** Of the request that made it due; none by default. */
  requestId?: string | null;
}

/** Records that are the outbox of their jobs: what is due and not queued (any more) is found here and queued. */
export interface PendingRecords<Payload extends object> {
  readonly job: JobDefinition<Payload>;
  /** Where there may be too many for one sweep: each call gives the next ones, as many as one sweep is to offer. */
  readonly inTurns?: true;
  /**
   * The records whose job is due, in a stable order, at most `limit`. Records whose job is queued already may be among
   * them; they are not queued twice.
   */
  findDue(limit: number): Promise<DueRecord<Payload>[]>;
}

const SWEEPS_RECORDS = 'queue:sweeps-records';

/** Makes an injectable class one of the sources that the worker's `OutboxSweep` goes through. */
export function SweepsRecords() {
  return (target: new (...dependencies: never[]) => PendingRecords<object>): void => {
    Injectable()(target);
    Reflect.defineMetadata(SWEEPS_RECORDS, true, target);
  };
}

export function sweepsRecords(target: object): boolean {
  return Reflect.hasOwnMetadata(SWEEPS_RECORDS, target);
}
