import { ConfigurationModule, PublicDashboardModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { PublicDashboardController } from './public-dashboard.controller';
import { PublicController } from './public.controller';

@Module({
  imports: [ConfigurationModule, PublicDashboardModule],
  controllers: [PublicController, PublicDashboardController],
})
export class PublicModule {}
