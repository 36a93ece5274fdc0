import { CurrentUser, Roles } from '@app/auth';
import { LightingService, LightingStatusService } from '@app/domain';
import { Actor } from '@app/kernel';
import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import {
  ApiBadGatewayResponse,
  ApiConflictResponse,
  ApiGatewayTimeoutResponse,
  ApiTags,
} from '@nestjs/swagger';
import { IdempotencyKey, RepeatsSafely } from '../../http/fields/idempotency-key.decorator';
import { CallsGateway } from '../iot/calls-gateway.decorator';
import {
  LightingBatchDto,
  LightingOutcomeDto,
  LightingStatusDto,
  LightingToggleDto,
  LightingToggledDto,
  toCommand,
  toLightingStatusDto,
  toLightingToggledDto,
} from './lighting.dto';
import { LabelIdParam } from './label-id-param.decorator';

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
   * Get the state that the lights of a label report. It comes from the last values of their points. For a minute after a
   * command, values that were measured before it are read from the gateway.
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
   * Update all lights of a label: on, off or half. With `half`, a light with a level goes to 50 %, and of the other lights every second
   * one is on. A light that fails does not stop the others: `success` is false, and `results` names it.
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
   * Update some or all lights of a label. `dim` sets the level in percent; at 0 the lights are switched off. A light without a
   * level is on if the level is above 0. `scene` applies a lighting scene of the label; lights that it does not name stay
   * as they are. A light that fails does not stop the others: `success` is false, and `results` names it.
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
