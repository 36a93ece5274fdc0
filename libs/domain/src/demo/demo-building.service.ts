import { Actor } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { AreasService } from '../energy/areas.service';
import { demoBuilding } from './demo-building';

/** Gives a newcomer something to watch. */
@Injectable()
export class DemoBuildingService {
  constructor(private readonly areas: AreasService) {}

  /** Describes the demonstration building where no area is described yet. */
  async seed(): Promise<void> {
    const site = await this.areas.site();
    if (site.areas.length === 0) await this.areas.replace(Actor.system('demonstration'), demoBuilding);
  }
}
