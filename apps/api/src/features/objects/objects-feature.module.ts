import { ObjectsModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { ObjectsController } from './objects.controller';

@Module({ imports: [ObjectsModule], controllers: [ObjectsController] })
export class ObjectsFeatureModule {}
