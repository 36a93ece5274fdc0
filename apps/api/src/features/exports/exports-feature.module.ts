import { ExportsModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { ExportsController } from './exports.controller';

@Module({ imports: [ExportsModule], controllers: [ExportsController] })
export class ExportsFeatureModule {}
