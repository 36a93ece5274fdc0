import { PointsModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { ModelPointsController } from './model-points.controller';
import { PointImports } from './point-imports';
import { PointsController } from './points.controller';

@Module({
  imports: [PointsModule],
  controllers: [ModelPointsController, PointsController],
  providers: [PointImports],
})
export class PointsFeatureModule {}
