import type { LightsPort } from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { LightingService } from '../../../building/lighting/lighting.service';

/** The lights of the scene's labels as nodes control them. */
@Injectable()
export class ExecutionLights implements LightsPort {
  constructor(private readonly lighting: LightingService) {}

  control(command: Parameters<LightsPort['control']>[0]): ReturnType<LightsPort['control']> {
    return this.lighting.controlForExecution(command);
  }
}
