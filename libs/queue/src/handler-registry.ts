import type { JobDefinition } from '@app/contracts';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { jobHandledBy } from './handles-job.decorator';
import type { JobHandler } from './job-handler';
import { DECLARED_JOBS } from './queue.tokens';

export interface RegisteredHandler {
  job: JobDefinition<object>;
  handler: JobHandler<object>;
}

/** Finds the handler of each job. The process starts only if every declared job has exactly one handler. */
@Injectable()
export class HandlerRegistry implements OnModuleInit {
  private readonly handlers = new Map<string, RegisteredHandler>();

  constructor(
    @Inject(DECLARED_JOBS) private readonly declared: readonly JobDefinition<object>[],
    private readonly discovery: DiscoveryService,
  ) {}

  /** Runs before any worker starts. */
  onModuleInit(): void {
    const found = this.discover();
    const faults = [
      ...repeatedNames(this.declared),
      ...this.declared.flatMap((job) => handlerFaults(job, found)),
      ...found
        .filter(({ job }) => !this.declared.includes(job))
        .map(({ job, handler }) => `${nameOf(handler)} handles the job ${job.name}, which is not declared.`),
    ];
    if (faults.length > 0) throw new Error(faults.join(' '));
    for (const entry of found) this.handlers.set(entry.job.name, entry);
  }

  find(jobName: string): RegisteredHandler | undefined {
    return this.handlers.get(jobName);
  }

  private discover(): RegisteredHandler[] {
    return this.discovery.getProviders().flatMap(({ instance }) => {
      const handler = instance as JobHandler<object> | null | undefined;
      const job = handler?.constructor && jobHandledBy(handler.constructor);
      return handler && job ? [{ job, handler }] : [];
    });
  }
}

function handlerFaults(job: JobDefinition<object>, found: RegisteredHandler[]): string[] {
  const own = found.filter((entry) => entry.job === job).map(({ handler }) => nameOf(handler));
  if (own.length === 0) return [`The job ${job.name} has no handler.`];
  if (own.length > 1) return [`The job ${job.name} has ${own.length} handlers: ${own.join(', ')}.`];
  return [];
}

function repeatedNames(jobs: readonly JobDefinition<object>[]): string[] {
  const names = jobs.map(({ name }) => name);
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return [...repeated].map((name) => `The job ${name} is declared more than once.`);
}

const nameOf = (handler: object) => handler.constructor.name;
