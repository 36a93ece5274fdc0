import { CurrentUser, IotRoles } from '@app/auth';
import { GatewayAlarmsService } from '@app/domain';
import { Actor } from '@app/kernel';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ChangesNothing } from '../../http/body/changes-nothing.decorator';
import { CallsGateway } from './calls-gateway.decorator';
import {
  AlarmConfigRequestDto,
  AlarmConfigsDto,
  GatewayAlarmQueryDto,
  GatewayAlarmsDto,
} from './iot-alarms.dto';

@ApiTags('IoT proxy')
@Controller('iot')
export class IotAlarmsController {
  constructor(private readonly gatewayAlarms: GatewayAlarmsService) {}

  /** List alarms of a gateway in a time range. */
  @Post('alarms')
  @IotRoles('viewer')
  @ChangesNothing()
  @CallsGateway()
  alarms(@Body() query: GatewayAlarmQueryDto): Promise<GatewayAlarmsDto> {
    return this.gatewayAlarms.alarms(query);
  }

  /**
   * List or update alarm configurations of a gateway. The `action` in the body selects the operation. Every action
   * except `query` requires the role engineer.
   */
  @Post('alarm-configs')
  @IotRoles('viewer')
  @ChangesNothing((body) => (body as Partial<AlarmConfigRequestDto>).action === 'query')
  @CallsGateway()
  configs(@CurrentUser() actor: Actor, @Body() request: AlarmConfigRequestDto): Promise<AlarmConfigsDto> {
    return this.gatewayAlarms.configs(actor, request);
  }
}
