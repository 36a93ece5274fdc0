import { EmissionsModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { EmissionsController } from './emissions.controller';

@Module({ imports: [EmissionsModule], controllers: [EmissionsController] })
export class EmissionsFeatureModule {}
