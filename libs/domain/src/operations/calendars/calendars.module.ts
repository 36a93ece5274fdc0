import { Module } from '@nestjs/common';
import { AreasModule } from '../../metering/areas/areas.module';
import { AuditModule } from '../../platform/audit/audit.module';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { CalendarImportService } from './calendar-import.service';
import { CalendarReader } from './calendar-reader';
import { CalendarsService } from './calendars.service';

@Module({
  imports: [AreasModule, AuditModule, ConfigurationModule],
  providers: [CalendarImportService, CalendarReader, CalendarsService],
  exports: [CalendarImportService, CalendarReader, CalendarsService],
})
export class CalendarsModule {}
