import { CalendarsModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { CalendarImportsController } from './calendar-imports.controller';
import { CalendarsController } from './calendars.controller';

@Module({ imports: [CalendarsModule], controllers: [CalendarsController, CalendarImportsController] })
export class CalendarsFeatureModule {}
