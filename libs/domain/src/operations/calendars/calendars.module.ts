import { Module } from '@nestjs/common';
import { AreasModule } from '../../metering/areas/areas.module';
import { AuditModule } from '../../platform/audit/audit.module';
import { CalendarsService } from './calendars.service';

@Module({
  imports: [AreasModule, AuditModule],
  providers: [CalendarsService],
  exports: [CalendarsService],
})
export class CalendarsModule {}
