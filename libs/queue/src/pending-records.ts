import 'reflect-metadata';
import type { JobDefinition } from '@app/contracts';
import { Injectable } from '@nestjs/common';

export interface DueRecord<Payload extends object> {
  payload: Payload;
  /** Determined by the record and its step, see `jobIdFor`. */
  jobId: string;
  delayMs?: number;
}

/** Records that are the outbox of their jobs: what is due and not queued (any more) is found here and queued. */
export interface PendingRecords<Payload extends object> {
  readonly job: JobDefinition<Payload>;
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
