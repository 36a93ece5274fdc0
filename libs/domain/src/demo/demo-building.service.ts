import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AreasService } from '../metering/areas/areas.service';
import { SceneService } from '../building/scene/scene.service';
import { ConfigurationService } from '../platform/configuration/configuration.service';
import { demoLabels } from './demo-labels';
import { DemoEnergyService } from './demo-energy.service';
import { DemoLifeService } from './demo-life.service';
import { DemoObjectsService } from './demo-objects.service';
import { DEMO_ACTOR } from './demo-actor';
import { DemoWorkflowsService } from './demo-workflows.service';
import { findPlanWithoutRun, isDemoRemoved } from './demo.queries';

/** Sets up a demonstration building for newcomers. */
@Injectable()
export class DemoBuildingService {
  constructor(
    private readonly areas: AreasService,
    private readonly workflows: DemoWorkflowsService,
    private readonly objects: DemoObjectsService,
    private readonly scene: SceneService,
    private readonly energy: DemoEnergyService,
    private readonly life: DemoLifeService,
    private readonly configuration: ConfigurationService,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * Creates the demonstration building with the work of its people and its energy manager, if there are no areas yet and
   * nobody has removed it. The areas come late, so that an interrupted set-up continues at the next start. Only one
   * process may call this at a time.
   * @returns the id of its report plan if that has not run yet, else null
   */
  async seed(): Promise<number | null> {
    const site = await this.areas.site();
    const { manager } = this.dataSource;
    if (await isDemoRemoved(manager, DEMO_ACTOR.name)) return null;
    // A process may have stopped before the history for the report was there.
    if (site.areas.length > 0) return findPlanWithoutRun(manager, DEMO_ACTOR.name);
    const { language } = await this.configuration.current();
    await this.workflows.seed(language);
    const objects = await this.objects.seed(language);
    const { labels } = await this.scene.read();
    if (labels.length === 0)
      await this.scene.change(DEMO_ACTOR, { labels: demoLabels(language), ...objects?.view });
    await this.energy.seed(DEMO_ACTOR);
    return this.life.seed(DEMO_ACTOR, objects?.objectIds ?? new Map());
  }
}
