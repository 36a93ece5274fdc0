import { Module } from '@nestjs/common';
import { AuditModule } from '../../../platform/audit/audit.module';
import { ExecutionIntakeModule } from '../intake/execution-intake.module';
import { ExpressionSitesModule } from '../../expression-sites/expression-sites.module';
import { WorkflowsModule } from '../../workflows/workflows.module';
import { CurrentMatches } from './current-matches';
import { OccurrencesModule } from '../../../platform/occurrences/occurrences.module';
import { WaitConditions } from './wait-conditions';
import { WaitEvaluationService } from './wait-evaluation.service';
import { WaitResumptionService } from './wait-resumption.service';
import { WaitsService } from './waits.service';

/** The waits of nodes. Requires `QueueModule` and `EventBusModule`. */
@Module({
  imports: [AuditModule, ExecutionIntakeModule, ExpressionSitesModule, OccurrencesModule, WorkflowsModule],
  providers: [CurrentMatches, WaitConditions, WaitEvaluationService, WaitResumptionService, WaitsService],
  exports: [WaitEvaluationService, WaitResumptionService, WaitsService],
})
export class WaitsModule {}
