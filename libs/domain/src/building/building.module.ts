import { Module } from '@nestjs/common';
import { PlatformModule } from '../platform/platform.module';
import { CommandRecorder } from './lighting/command-recorder';
import { LightWriter } from './lighting/light-writer';
import { LightingChangesService } from './lighting/lighting-changes.service';
import { LightingRecords } from './lighting/lighting-records';
import { LightingRepeats } from './lighting/lighting-repeats';
import { LightingStatusService } from './lighting/lighting-status.service';
import { LightingService } from './lighting/lighting.service';
import { ReportedValuesService } from './lighting/reported-values.service';
import { GltfCheckerService } from './models/gltf-checker.service';
import { ModelFilesService } from './models/model-files.service';
import { ModelInspectionService } from './models/model-inspection.service';
import { ModelsService } from './models/models.service';
import { ObjectReferencesService } from './objects/object-references.service';
import { ObjectsService } from './objects/objects.service';
import { OverrideReleaseService } from './point-overrides/override-release.service';
import { PointOverrideListService } from './point-overrides/point-override-list.service';
import { PointOverridesService } from './point-overrides/point-overrides.service';
import { PointRevertsService } from './point-reverts/point-reverts.service';
import { ExecutionWriteRecords } from './point-writes/execution-write-records';
import { PointWriteListService } from './point-writes/point-write-list.service';
import { PointWriteRetentionService } from './point-writes/point-write-retention.service';
import { PointWriter } from './point-writes/point-writer';
import { PointWritesService } from './point-writes/point-writes.service';
import { WriteRecords } from './point-writes/write-records';
import { GatewayCatalogueService } from './points/gateway-catalogue.service';
import { PointImportService } from './points/point-import.service';
import { PointsService } from './points/points.service';
import { NodeNamesService } from './scene/node-names.service';
import { SceneLabelsService } from './scene/scene-labels.service';
import { SceneService } from './scene/scene.service';

const services = [
  CommandRecorder,
  ExecutionWriteRecords,
  GatewayCatalogueService,
  GltfCheckerService,
  LightingChangesService,
  LightingRecords,
  LightingRepeats,
  LightingService,
  LightingStatusService,
  LightWriter,
  ModelFilesService,
  ModelInspectionService,
  ModelsService,
  NodeNamesService,
  ObjectReferencesService,
  ObjectsService,
  OverrideReleaseService,
  PointImportService,
  PointOverrideListService,
  PointOverridesService,
  PointRevertsService,
  PointsService,
  PointWriteListService,
  PointWriter,
  PointWriteRetentionService,
  PointWritesService,
  ReportedValuesService,
  SceneLabelsService,
  SceneService,
  WriteRecords,
];

/** Objects, points, models, the scene and the lighting. */
@Module({
  imports: [PlatformModule],
  providers: services,
  exports: services,
})
export class BuildingModule {}
