import { Actor } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { AreasService } from '../energy/areas.service';
import { demoBuilding } from './demo-building';
import { DemoWorkflowsService } from './demo-workflows.service';

/** Gives a newcomer something to watch. */
@Injectable()
export class DemoBuildingService {
  constructor(
    private readonly areas: AreasService,
    private readonly workflows: DemoWorkflowsService,
  ) {}

  /**
   * Describes the demonstration building where no area is described yet, and makes its workflows before that: whatever
   * breaks off is done the next time. To be called in one process at a time.
   */
  async seed(): Promise<void> {
    const site = await this.areas.site();
    if (site.areas.length > 0) return;
    await this.workflows.seed();
    await this.areas.replace(Actor.system('demonstration'), demoBuilding);
  }
}
