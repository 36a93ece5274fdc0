import { type Readiness, ReadinessService } from '@app/domain';
import { LeaseService } from '@app/leases';
import { JobWorkers } from '@app/queue';
import { Injectable } from '@nestjs/common';

export interface WorkerReadinessReport extends Readiness {
  /** Queues from which this worker takes no jobs although it has free slots. */
  neglectedQueues: string[];
  /** Leases that this worker has lost or cannot request. Leases that another process is known to hold are left out. */
  lostLeases: string[];
}

/** Checks that this worker works: its servers answer, it takes jobs from every queue, and no lease is lost. */
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
