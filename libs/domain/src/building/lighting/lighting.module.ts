import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { IdempotencyModule } from '../../platform/idempotency/idempotency.module';
import { OccurrencesModule } from '../../platform/occurrences/occurrences.module';
import { PointsModule } from '../points/points.module';
import { PointWritesModule } from '../point-writes/point-writes.module';
import { SceneModule } from '../scene/scene.module';
import { CommandRecorder } from './command-recorder';
import { LightWriter } from './light-writer';
import { LightingChangesService } from './lighting-changes.service';
import { LightingRecords } from './lighting-records';
import { LightingRepeats } from './lighting-repeats';
import { LightingStatusService } from './lighting-status.service';
import { LightingService } from './lighting.service';
import { ReportedValuesService } from './reported-values.service';

/** Requires `GatewayClientModule` and `EventBusModule`. */
@Module({
  imports: [AuditModule, IdempotencyModule, OccurrencesModule, PointsModule, PointWritesModule, SceneModule],
  providers: [
    CommandRecorder,
    LightWriter,
    LightingChangesService,
    LightingRecords,
    LightingRepeats,
    LightingService,
    LightingStatusService,
    ReportedValuesService,
  ],
  exports: [LightingChangesService, LightingService, LightingStatusService],
})
export class LightingModule {}
