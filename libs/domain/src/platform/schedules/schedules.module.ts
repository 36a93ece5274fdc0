import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ConfigurationModule } from '../configuration/configuration.module';
import { ScheduleSources } from './schedule-sources';
import { ScheduleUpkeepService } from './schedule-upkeep.service';
import { SchedulesService } from './schedules.service';

/** Fires the schedules of all features that the process imports, for the worker. */
@Module({
  imports: [ConfigurationModule, DiscoveryModule],
  providers: [ScheduleSources, ScheduleUpkeepService, SchedulesService],
  exports: [ScheduleUpkeepService, SchedulesService],
})
export class SchedulesModule {}
