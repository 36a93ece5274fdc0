import { ModelsModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { ModelFilesController } from './model-files.controller';
import { ModelsController } from './models.controller';

@Module({ imports: [ModelsModule], controllers: [ModelFilesController, ModelsController] })
export class ModelsFeatureModule {}
