import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { StoredFilesModule } from '../../platform/stored-files/stored-files.module';
import { SceneModule } from '../scene/scene.module';
import { GltfCheckerService } from './gltf-checker.service';
import { ModelFilesService } from './model-files.service';
import { ModelInspectionService } from './model-inspection.service';
import { ModelsService } from './models.service';

@Module({
  imports: [AuditModule, SceneModule, StoredFilesModule],
  providers: [GltfCheckerService, ModelFilesService, ModelInspectionService, ModelsService],
  exports: [ModelFilesService, ModelsService, StoredFilesModule],
})
export class ModelsModule {}
