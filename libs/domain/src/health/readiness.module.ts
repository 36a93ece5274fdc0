import { Module } from '@nestjs/common';
import { GatewayReports } from './gateway-reports.service';
import { ReadinessService } from './readiness.service';

@Module({ providers: [GatewayReports, ReadinessService], exports: [GatewayReports, ReadinessService] })
export class ReadinessModule {}
