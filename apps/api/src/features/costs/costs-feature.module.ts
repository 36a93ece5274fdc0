import { CostsModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { CostsController } from './costs.controller';

@Module({ imports: [CostsModule], controllers: [CostsController] })
export class CostsFeatureModule {}
