import { type Readiness, ReadinessService } from '@app/domain';
import { LeaseService } from '@app/leases';
import { JobWorkers } from '@app/queue';
import { Injectable } from '@nestjs/common';

export interface WorkerReadinessReport extends Readiness {
  /** Queues that this worker does not take jobs from, although it has free slots. */
  neglectedQueues: string[];
  /** Leases that this worker lost or cannot ask for, and that nobody is known to hold. */
  lostLeases: string[];
}

/** Whether this worker does its work: its servers answer, it takes jobs from every queue, and no lease is lost. */
@Injectable()
export class WorkerReadiness {
  constructor(
    private readonly servers: ReadinessService,
    private readonly jobs: JobWorkers,
    private readonly leases: LeaseService,
  ) {}

  async readiness(): Promise<WorkerReadinessReport> {
    const { neglectedQueues } = this.jobs;
    const lostLeases = this.leases.lost;
    const servers = await this.servers.readiness();
    const works = neglectedQueues.length === 0 && lostLeases.length === 0;
    return { ...servers, status: works ? servers.status : 'unavailable', neglectedQueues, lostLeases };
  }
}
