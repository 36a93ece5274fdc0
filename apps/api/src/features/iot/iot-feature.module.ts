import { TokensModule } from '@app/auth';
import { GatewayProxyModule, PointOverridesModule, PointWritesModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { IotAlarmsController } from './iot-alarms.controller';
import { IotCodesController } from './iot-codes.controller';
import { IotTokenController } from './iot-token.controller';
import { IotWritesController } from './iot-writes.controller';

@Module({
  imports: [GatewayProxyModule, PointOverridesModule, PointWritesModule, TokensModule],
  controllers: [IotAlarmsController, IotCodesController, IotTokenController, IotWritesController],
})
export class IotFeatureModule {}
