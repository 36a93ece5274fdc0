import { Actor } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { AreasService } from '../metering/areas/areas.service';
import { SceneService } from '../building/scene/scene.service';
import { demoLabels } from './demo-labels';
import { DemoEnergyService } from './demo-energy.service';
import { DemoObjectsService } from './demo-objects.service';
import { DemoWorkflowsService } from './demo-workflows.service';

const ACTOR = Actor.system('demonstration');

/** Sets up a demonstration building for newcomers. */
@Injectable()
export class DemoBuildingService {
  constructor(
    private readonly areas: AreasService,
    private readonly workflows: DemoWorkflowsService,
    private readonly objects: DemoObjectsService,
    private readonly scene: SceneService,
    private readonly energy: DemoEnergyService,
  ) {}

  /**
   * Creates the areas, workflows, objects, points and lights of the demonstration building, and what an energy manager
   * has set up, if there are no areas yet. The areas come late, so that an interrupted set-up continues at the next
   * start. Only one process may call this at a time.
   */
  async seed(): Promise<void> {
    const site = await this.areas.site();
    if (site.areas.length > 0) return;
    await this.workflows.seed();
    const view = await this.objects.seed();
    const { labels } = await this.scene.read();
    if (labels.length === 0) await this.scene.change(ACTOR, { labels: demoLabels, ...view });
    await this.energy.seed(ACTOR);
  }
}
