import { setTimeout as pause } from 'node:timers/promises';
import { Environment } from '@app/config';
import { DemoBuildingService, DemoLifeService } from '@app/domain';
import { DomainError, repeatEvery } from '@app/kernel';
import { LeaseService } from '@app/leases';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';

const TRY_EVERY_MS = 500;
/** All tries together take long enough for the lease of a killed worker to expire. */
const TRIES = 20;
const REPORT_EVERY_MS = 2000;

/**
 * Creates the demonstration building on the first start, if `npm start` also started the gateway simulator. A lease
 * makes sure that only one worker does this at a time.
 */
@Injectable()
export class DemoSeeder implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(DemoSeeder.name);
  private readonly stopped = new AbortController();

  constructor(
    private readonly demo: DemoBuildingService,
    private readonly life: DemoLifeService,
    private readonly environment: Environment,
    private readonly leases: LeaseService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.environment.DEMO_BUILDING) return;
    for (let tries = 0; tries < TRIES; tries++) {
      const planId = await this.seed();
      if (typeof planId === 'number') void this.report(planId);
      if (planId !== undefined) return;
      await pause(TRY_EVERY_MS);
    }
  }

  onApplicationShutdown(): void {
    this.stopped.abort();
  }

  /** Starts the first report as soon as the history is there. */
  private async report(planId: number): Promise<void> {
    await repeatEvery(REPORT_EVERY_MS, this.stopped.signal, async () => {
      try {
        if (await this.life.report(planId)) this.stopped.abort();
      } catch (error) {
        if (error instanceof DomainError && error.kind === 'not_found') return this.stopped.abort();
        this.logger.warn(
          { err: error },
          'The report of the demonstration could not be started; trying again',
        );
      }
    });
  }

  /** Returns undefined if another worker holds the lease, else the plan of the report that is to be started. */
  private async seed(): Promise<number | null | undefined> {
    const lease = await this.leases.tryAcquire('seed-demonstration');
    if (!lease) return undefined;
    try {
      return await this.demo.seed();
    } catch (error) {
      // The platform works without the demonstration.
      this.logger.error({ err: error }, 'The demonstration building could not be created completely');
      return null;
    } finally {
      await lease.release();
    }
  }
}

export const demoProviders = [DemoSeeder];
