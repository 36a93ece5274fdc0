import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { OccurrencesModule } from '../../platform/occurrences/occurrences.module';
import { PointsModule } from '../points/points.module';
import { PointWritesModule } from '../point-writes/point-writes.module';
import { SceneModule } from '../scene/scene.module';
import { LightWriter } from './light-writer';
import { LightingChangesService } from './lighting-changes.service';
import { LightingRecords } from './lighting-records';
import { LightingStatusService } from './lighting-status.service';
import { LightingService } from './lighting.service';
import { ReportedValuesService } from './reported-values.service';

/** Requires `GatewayClientModule` and `EventBusModule`. */
@Module({
  imports: [AuditModule, OccurrencesModule, PointsModule, PointWritesModule, SceneModule],
  providers: [
    LightWriter,
    LightingChangesService,
    LightingRecords,
    LightingService,
    LightingStatusService,
    ReportedValuesService,
  ],
  exports: [LightingChangesService, LightingService, LightingStatusService],
})
export class LightingModule {}
