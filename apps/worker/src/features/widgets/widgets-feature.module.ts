import { WidgetDataModule } from '@app/domain';
import { LeaseModule } from '@app/leases';
import { Module } from '@nestjs/common';
import { WidgetDataRunner } from './widget-data.runner';

@Module({ imports: [LeaseModule, WidgetDataModule], providers: [WidgetDataRunner] })
export class WidgetsFeatureModule {}
