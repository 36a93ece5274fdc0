import { CalendarsModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { CalendarsController } from './calendars.controller';

@Module({ imports: [CalendarsModule], controllers: [CalendarsController] })
export class CalendarsFeatureModule {}
