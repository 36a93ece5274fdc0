import { Module } from '@nestjs/common';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { GatewayAlarmsService } from './gateway-alarms.service';
import { GatewayHistoryService } from './gateway-history.service';

const services = [GatewayAlarmsService, GatewayHistoryService];

/** Requires `GatewayClientModule`. */
@Module({ imports: [ConfigurationModule], providers: [...services], exports: services })
export class GatewayProxyModule {}
