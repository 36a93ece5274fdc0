import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { OccurrencesModule } from '../../platform/occurrences/occurrences.module';
import { WorkReferencesModule } from '../work-references/work-references.module';
import { FaultCommentsService } from './fault-comments.service';
import { FaultStatsService } from './fault-stats.service';
import { FaultsService } from './faults.service';

/** Requires `EventBusModule` and `GatewayClientModule`. */
@Module({
  imports: [AuditModule, OccurrencesModule, WorkReferencesModule],
  providers: [FaultCommentsService, FaultStatsService, FaultsService],
  exports: [FaultCommentsService, FaultStatsService, FaultsService],
})
export class FaultsModule {}
