import { Module } from '@nestjs/common';
import { AreasModule } from '../../metering/areas/areas.module';
import { AuditModule } from '../../platform/audit/audit.module';
import { WidgetsService } from './widgets.service';

/** Requires `EventBusModule`. */
@Module({
  imports: [AreasModule, AuditModule],
  providers: [WidgetsService],
  exports: [WidgetsService],
})
export class WidgetsModule {}
