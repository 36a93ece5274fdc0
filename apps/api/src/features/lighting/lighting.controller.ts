import { CurrentUser, Roles } from '@app/auth';
import { LightingService, LightingStatusService } from '@app/domain';
import { Actor } from '@app/kernel';
import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import {
  ApiBadGatewayResponse,
  ApiConflictResponse,
  ApiGatewayTimeoutResponse,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';
import { IdempotencyKey, RepeatsSafely } from '../../http/fields/idempotency-key.decorator';
import { CallsGateway } from '../iot/calls-gateway.decorator';
import {
  LightingBatchDto,
  LightingOutcomeDto,
  LightingStatusDto,
  LightingToggledDto,
  LightingToggleDto,
  toCommand,
  toLightingStatusDto,
  toLightingToggledDto,
} from './lighting.dto';

const BUSY =
  'The label has no devices that can be controlled (`no_devices`), another command for the label does not end in time (`lighting_busy`)';

const INTERRUPTED = {
  description:
    'The service stopped during the first request with this Idempotency-Key (`write_interrupted`). It is not known which lights it has changed.',
};
const PENDING = {
  description: 'The first request with this Idempotency-Key is still running (`write_pending`).',
};

@ApiTags('Lighting')
@Controller('control/lighting/:labelId')
export class LightingController {
  constructor(
    private readonly lighting: LightingService,
    private readonly statuses: LightingStatusService,
  ) {}

  /**
   * Get the reported state of the lights of a label. It is computed from the last values of the lights' points. During
   * the minute after a command, a value that was measured before the command is read again from the gateway.
   */
  @Get('status')
  @Roles('viewer')
  @LabelIdParam()
  @CallsGateway()
  @ApiConflictResponse({ description: 'The label has no devices that can be controlled (`no_devices`).' })
  async status(@Param('labelId') labelId: string): Promise<LightingStatusDto> {
    return toLightingStatusDto(await this.statuses.status(labelId));
  }

  /**
   * Update all lights of a label: on, off or half. With `half`, dimmable lights are set to 50 %, and every second one
   * of the other lights is on. If a light fails, the others are switched nevertheless: `success` is false, and
   * `results` names the failed light.
   */
  @Post('toggle')
  @Roles('operator')
  @LabelIdParam()
  @RepeatsSafely(BUSY)
  @ApiBadGatewayResponse(INTERRUPTED)
  @ApiGatewayTimeoutResponse(PENDING)
  async toggle(
    @CurrentUser() actor: Actor,
    @Param('labelId') labelId: string,
    @Body() { on }: LightingToggleDto,
    @IdempotencyKey() key?: string,
  ): Promise<LightingToggledDto> {
    const outcome = await this.lighting.control(actor, labelId, toCommand(on), key);
    return toLightingToggledDto(labelId, on, outcome);
  }

  /**
   * Update some or all lights of a label. `dim` sets the level in percent; at 0 the lights are switched off. A light
   * that cannot be dimmed is switched on if the level is above 0. `scene` applies a lighting scene of the label; lights
   * that the scene does not name stay as they are. If a light fails, the others are changed nevertheless: `success` is
   * false, and `results` names the failed light.
   */
  @Post('batch')
  @Roles('operator')
  @LabelIdParam()
  @RepeatsSafely(BUSY)
  @ApiBadGatewayResponse(INTERRUPTED)
  @ApiGatewayTimeoutResponse(PENDING)
  async batch(
    @CurrentUser() actor: Actor,
    @Param('labelId') labelId: string,
    @Body() command: LightingBatchDto,
    @IdempotencyKey() key?: string,
  ): Promise<LightingOutcomeDto> {
    const { success, results } = await this.lighting.control(actor, labelId, command, key);
    return { success, results };
  }
}

/** Documents the id of a label in the path. */
function LabelIdParam(): MethodDecorator {
  return ApiParam({
    name: 'labelId',
    description: 'Id of the label in the scene (`GET /api/dashboard-model`).',
    schema: { type: 'string' },
  });
}
