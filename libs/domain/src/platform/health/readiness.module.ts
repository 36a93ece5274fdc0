import { StorageModule } from '@app/storage';
import { Module } from '@nestjs/common';
import { GatewayReportsService } from './gateway-reports.service';
import { ReadinessService } from './readiness.service';

@Module({
  imports: [StorageModule],
  providers: [GatewayReportsService, ReadinessService],
  exports: [GatewayReportsService, ReadinessService],
})
export class ReadinessModule {}
