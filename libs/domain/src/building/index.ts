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
export { BuildingModule } from './building.module';
export { LightingService } from './lighting/lighting.service';

// models
export { ModelFilesService } from './models/model-files.service';
export type { ModelFilter } from './models/models.queries';
export { type ModelChanges, type ModelInput, ModelsService } from './models/models.service';

// objects
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
export { type ForcedValueInput, PointOverridesService } from './point-overrides/point-overrides.service';

// point-reverts
export { PointRevertsService } from './point-reverts/point-reverts.service';

// point-writes
export { type PointWriteFilter, PointWriteListService } from './point-writes/point-write-list.service';
export { PointWriteRetentionService } from './point-writes/point-write-retention.service';
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
export { type Scene, type SceneChanges, SceneService } from './scene/scene.service';
