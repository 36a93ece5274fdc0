import { setTimeout as pause } from 'node:timers/promises';
import { Environment } from '@app/config';
import { DemoBuildingService } from '@app/domain';
import { LeaseService } from '@app/leases';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';

const TRY_EVERY_MS = 500;
/** Beyond the lease of a worker that was killed in the middle of it. */
const TRIES = 20;

/** Where the simulated gateway was started along, the first start describes its building: one worker after the other. */
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

  /** False while another is at it. */
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
