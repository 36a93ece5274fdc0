import type { LightsPort } from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { LightingService } from '../../../building/lighting/lighting.service';

/** Lets nodes control the lights of the scene's labels. */
@Injectable()
export class ExecutionLights implements LightsPort {
  constructor(private readonly lighting: LightingService) {}

  check({ labelId, ...command }: Parameters<LightsPort['check']>[0]): Promise<void> {
    return this.lighting.check(labelId, command);
  }

  control(command: Parameters<LightsPort['control']>[0]): ReturnType<LightsPort['control']> {
    return this.lighting.controlForExecution(command);
  }
}
