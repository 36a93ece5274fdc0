import { setTimeout as pause } from 'node:timers/promises';
import { Environment } from '@app/config';
import { DemoBuildingService } from '@app/domain';
import { LeaseService } from '@app/leases';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';

const TRY_EVERY_MS = 500;
/** All tries together take long enough for the lease of a killed worker to expire. */
const TRIES = 20;

/**
 * Creates the demonstration building on the first start, if `npm start` also started the gateway simulator. A lease
 * makes sure that only one worker does this at a time.
 */
@Injectable()
export class DemoSeeder implements OnApplicationBootstrap {
  constructor(
    private readonly demo: DemoBuildingService,
    private readonly environment: Environment,
    private readonly leases: LeaseService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.environment.DEMO_BUILDING) return;
    for (let tries = 0; tries < TRIES; tries++) {
      if (await this.seed()) return;
      await pause(TRY_EVERY_MS);
    }
  }

  /** Returns false if another worker holds the lease. */
  private async seed(): Promise<boolean> {
    const lease = await this.leases.tryAcquire('seed-demonstration');
    if (!lease) return false;
    try {
      await this.demo.seed();
      return true;
    } finally {
      await lease.release();
    }
  }
}

export const demoProviders = [DemoSeeder];
