import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { ObjectsModule } from '../objects/objects.module';
import { NodeNamesService } from './node-names.service';
import { SceneLabelsService } from './scene-labels.service';
import { SceneService } from './scene.service';

@Module({
  imports: [AuditModule, ObjectsModule],
  providers: [NodeNamesService, SceneLabelsService, SceneService],
  exports: [NodeNamesService, SceneLabelsService, SceneService],
})
export class SceneModule {}
