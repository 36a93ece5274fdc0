import 'reflect-metadata';
import type { JobDefinition } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import type { JobHandler } from './job-handler';

const HANDLED_JOB = 'queue:handled-job';

/** Registers an injectable class as the handler of a job. */
export function HandlesJob<Payload extends object>(job: JobDefinition<Payload>) {
  return (target: new (...dependencies: never[]) => JobHandler<Payload>): void => {
    Injectable()(target);
    Reflect.defineMetadata(HANDLED_JOB, job, target);
  };
}

export function jobHandledBy(target: object): JobDefinition<object> | undefined {
  return Reflect.getOwnMetadata(HANDLED_JOB, target) as JobDefinition<object> | undefined;
}
