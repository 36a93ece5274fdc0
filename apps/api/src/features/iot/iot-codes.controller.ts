import { CurrentUser, IotRoles } from '@app/auth';
import { GatewayHistoryService, PointOverridesService, PointWritesService } from '@app/domain';
import { Gateways } from '@app/gateway-client';
import { Actor } from '@app/kernel';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiForbiddenResponse, ApiTags } from '@nestjs/swagger';
import { IdempotencyKey, RepeatsSafely } from '../../http/fields/idempotency-key.decorator';
import { ChangesNothing } from '../../http/body/changes-nothing.decorator';
import { CallsGateway } from './calls-gateway.decorator';
import {
  ForcePointDto,
  PointCodesDto,
  PointHistoryQueryDto,
  PointSeriesDto,
  PointValueDto,
  PointWrittenDto,
  SetPointDto,
  toPointWrittenDto,
} from './iot-codes.dto';

@ApiTags('IoT proxy')
@Controller('iot/codes')
export class IotCodesController {
  constructor(
    private readonly gateways: Gateways,
    private readonly histories: GatewayHistoryService,
    private readonly writes: PointWritesService,
    private readonly overrides: PointOverridesService,
  ) {}

  /**
   * Get current values of points. The values are read from the gateways and returned in the order of the codes. If the
   * points have several gateways, those of a gateway that does not answer within two seconds are null and `bad`.
   */
  @Post('values')
  @IotRoles('viewer')
  @ChangesNothing()
  @CallsGateway()
  values(@Body() { codes }: PointCodesDto): Promise<PointValueDto[]> {
    return this.gateways.availableValues(codes);
  }

  /**
   * Get histories of points. If an interval is given, the answer has one value per interval: the mean for a numeric
   * point, and the last value for any other point. A gateway may aggregate in another way. Hours and days begin at
   * boundaries of the platform time zone. An answer has at most 200,000 values. If the points have several gateways,
   * those of a gateway that does not answer are `unavailable`.
   */
  @Post('history')
  @IotRoles('viewer')
  @ChangesNothing()
  @CallsGateway()
  history(@Body() query: PointHistoryQueryDto): Promise<PointSeriesDto[]> {
    return this.histories.history(query);
  }

  /**
   * Update the value of a point. The value is sent to the gateway once and read back. `GET /api/iot/writes` lists the
   * write. If the gateway fails or does not answer, the error says whether the value may have been written.
   */
  @Post('set')
  @IotRoles('operator')
  @RepeatsSafely()
  @CallsGateway()
  @ApiForbiddenResponse({ description: "The caller's role is too low, or an interlock forbids the write." })
  async set(
    @CurrentUser() actor: Actor,
    @Body() input: SetPointDto,
    @IdempotencyKey() key?: string,
  ): Promise<PointWrittenDto> {
    return toPointWrittenDto(await this.writes.set(actor, input, key));
  }

  /**
   * Start an override of a point. The value is written despite interlocks. The override is in force until `expiresAt`,
   * or until `DELETE /api/iot/overrides/:id` releases it. A new override of the same point replaces the earlier one.
   */
  @Post('force-set')
  @IotRoles('admin')
  @RepeatsSafely()
  @CallsGateway()
  async force(
    @CurrentUser() actor: Actor,
    @Body() input: ForcePointDto,
    @IdempotencyKey() key?: string,
  ): Promise<PointWrittenDto> {
    return toPointWrittenDto(await this.overrides.force(actor, input, key));
  }
}
