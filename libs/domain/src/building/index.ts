// The exports of the building context for the apps, by feature.

// lighting
export { LightingChangesService } from './lighting/lighting-changes.service';
export type { LightingCommand } from './lighting/lighting-command';
export type { LightingOutcome } from './lighting/lighting-run';
export {
  type DesiredState,
  type LightingStatus,
  LightingStatusService,
} from './lighting/lighting-status.service';
export { LightingModule } from './lighting/lighting.module';
export { LightingService } from './lighting/lighting.service';

// models
export { ModelFilesService } from './models/model-files.service';
export { ModelsModule } from './models/models.module';
export type { ModelFilter } from './models/models.queries';
export { type ModelChanges, type ModelInput, ModelsService } from './models/models.service';

// objects
export { ObjectsModule } from './objects/objects.module';
export {
  type BuildingObject,
  type ObjectChanges,
  type ObjectFilter,
  type ObjectInput,
  ObjectsService,
} from './objects/objects.service';

// point-overrides
export { OverrideReleaseService } from './point-overrides/override-release.service';
export { PointOverrideListService } from './point-overrides/point-override-list.service';
export { PointOverridesModule } from './point-overrides/point-overrides.module';
export { type ForcedValueInput, PointOverridesService } from './point-overrides/point-overrides.service';

// point-reverts
export { PointRevertsModule } from './point-reverts/point-reverts.module';
export { PointRevertsService } from './point-reverts/point-reverts.service';

// point-writes
export { type PointWriteFilter, PointWriteListService } from './point-writes/point-write-list.service';
export { PointWriteRetentionService } from './point-writes/point-write-retention.service';
export { PointWritesModule } from './point-writes/point-writes.module';
export { type PointValueInput, PointWritesService } from './point-writes/point-writes.service';

// points
export {
  type AvailablePoint,
  type CatalogueFilter,
  GatewayCatalogueService,
} from './points/gateway-catalogue.service';
export { CODE_LENGTH, isCode, NAME_LENGTH, UNIT_LENGTH } from './points/point-code';
export { MAX_IMPORT_ROWS, PointImportService } from './points/point-import.service';
export {
  type ImportReport,
  type PointDefinition,
  type PointRow,
  ROW_FAULTS,
  type RowError,
} from './points/point-rows';
export { PointsModule } from './points/points.module';
export {
  type Point,
  type PointChanges,
  type PointDetail,
  type PointFilter,
  type PointInput,
  type PointName,
  PointsService,
} from './points/points.service';

// scene
export type { NodeUse } from './scene/node-names.service';
export { SceneModule } from './scene/scene.module';
export { type Scene, type SceneChanges, SceneService } from './scene/scene.service';
