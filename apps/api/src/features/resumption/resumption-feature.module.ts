import { WaitsModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { ResumptionController } from './resumption.controller';

@Module({ imports: [WaitsModule], controllers: [ResumptionController] })
export class ResumptionFeatureModule {}
