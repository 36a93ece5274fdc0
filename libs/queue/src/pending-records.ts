import 'reflect-metadata';
import type { JobDefinition } from '@app/contracts';
import { Inject, Injectable, type Type } from '@nestjs/common';

export interface DueRecord<Payload extends object> {
  payload: Payload;
  /** The job's id, which `jobIdFor` derives from the record and its step. */
  jobId: string;
  delayMs?: number;
  /** Id of the request that caused the job. Default: none. */
  requestId?: string | null;
}

/** Finds records with a due job, so that the sweep can enqueue jobs that were lost or could not be enqueued. */
export interface PendingRecords<Payload extends object> {
  readonly job: JobDefinition<Payload>;
  /**
   * Set this if there may be too many records for one sweep. Each call of `findDue` then returns the next records, and
   * one call per sweep is enough.
   */
  readonly inTurns?: true;
  /**
   * Returns at most `limit` records with a due job, in a stable order. Records whose job is already queued may be
   * included, because a job is not queued twice.
   */
  findDue(limit: number): Promise<DueRecord<Payload>[]>;
}

const SWEEPS_RECORDS = 'queue:sweeps-records';

/** Registers an injectable class as a source of the worker's `PendingRecordSweep`. */
export function SweepsRecords() {
  return (target: new (...dependencies: never[]) => PendingRecords<object>): void => {
    Injectable()(target);
    Reflect.defineMetadata(SWEEPS_RECORDS, true, target);
  };
}

export function sweepsRecords(target: object): boolean {
  return Reflect.hasOwnMetadata(SWEEPS_RECORDS, target);
}

/**
 * Creates a source of the sweep whose records a service finds. Records are due if their time has come, or if their job
 * or the claim of a worker was lost.
 */
export function sweepOf<Payload extends object, Service>(
  job: JobDefinition<Payload>,
  service: Type<Service>,
  find: (service: Service, limit: number) => Promise<DueRecord<Payload>[]>,
  inTurns?: true,
): Type<PendingRecords<Payload>> {
  @SweepsRecords()
  class Source implements PendingRecords<Payload> {
    readonly job = job;
    readonly inTurns = inTurns;

    constructor(@Inject(service) private readonly records: Service) {}

    findDue(limit: number): Promise<DueRecord<Payload>[]> {
      return find(this.records, limit);
    }
  }
  return Source;
}
