import { OverviewModule, SiteOverviewModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { OverviewController } from './overview.controller';

@Module({ imports: [OverviewModule, SiteOverviewModule], controllers: [OverviewController] })
export class OverviewFeatureModule {}
