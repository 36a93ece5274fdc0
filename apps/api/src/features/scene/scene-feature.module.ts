import { SceneModule } from '@app/domain';
import { Module } from '@nestjs/common';
import { PublicModelController } from './public-model.controller';
import { SceneController } from './scene.controller';

@Module({ imports: [SceneModule], controllers: [PublicModelController, SceneController] })
export class SceneFeatureModule {}
