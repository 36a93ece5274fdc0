import { Environment } from '@app/config';
import { DemoBuildingService } from '@app/domain';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';

/** Where the simulated gateway was started along, the first start describes its building. */
@Injectable()
export class DemoSeeder implements OnApplicationBootstrap {
  constructor(
    private readonly demo: DemoBuildingService,
    private readonly environment: Environment,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.environment.DEMO_BUILDING) await this.demo.seed();
  }
}
