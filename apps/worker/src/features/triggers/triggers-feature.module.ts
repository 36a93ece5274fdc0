import { TriggersModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { OccurrencesRunner } from './occurrences.runner';
import { SchedulesRunner } from './schedules.runner';

@Module({
  imports: [TriggersModule],
  providers: [OccurrencesRunner, SchedulesRunner],
  exports: [OccurrencesRunner, SchedulesRunner],
})
export class TriggersFeatureModule {}
