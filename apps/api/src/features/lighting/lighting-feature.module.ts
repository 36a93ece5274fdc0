import { LightingModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { LightingController } from './lighting.controller';

@Module({ imports: [LightingModule], controllers: [LightingController] })
export class LightingFeatureModule {}
