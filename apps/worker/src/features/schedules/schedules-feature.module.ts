import { SchedulesModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { SchedulesRunner } from './schedules.runner';

@Module({ imports: [SchedulesModule], providers: [SchedulesRunner] })
export class SchedulesFeatureModule {}
