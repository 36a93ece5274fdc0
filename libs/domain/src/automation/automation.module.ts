import { workflowVariables } from '@app/config';
import { EphemeralModule } from '@app/ephemeral';
import { SecretValues } from '@app/kernel';
import { OutboundHttpModule } from '@app/outbound-http';
import { Module } from '@nestjs/common';
import { BuildingModule } from '../building/building.module';
import { MeteringModule } from '../metering/metering.module';
import { OperationsModule } from '../operations/operations.module';
import { PlatformModule } from '../platform/platform.module';
import { ReportingModule } from '../reporting/reporting.module';
import { WebhookAnswersService } from './executions/answers/webhook-answers.service';
import { CallerWaker } from './executions/calls/caller-waker';
import { WorkflowCallsService } from './executions/calls/workflow-calls.service';
import { ExecutionCancellationService } from './executions/control/execution-cancellation.service';
import { ExecutionRetryService } from './executions/control/execution-retry.service';
import { ExecutionEnder } from './executions/ending/execution-ender';
import { ExecutionHistoryService } from './executions/history/execution-history.service';
import { ExecutionRetentionService } from './executions/history/execution-retention.service';
import { DryRunStart } from './executions/intake/dry-run-start';
import { ExecutionDispatcher } from './executions/intake/execution-dispatcher';
import { ExecutionIntakeService } from './executions/intake/execution-intake.service';
import { ManualTriggerService } from './executions/intake/manual-trigger.service';
import { SerialIntake } from './executions/intake/serial-intake';
import { WaitingExecutions } from './executions/intake/waiting-executions';
import { ExecutionLights } from './executions/ports/execution-lights';
import { ExecutionMail } from './executions/ports/execution-mail';
import { RecipientLimit } from './executions/ports/recipient-limit';
import { CurrentMatches } from './executions/waits/current-matches';
import { SkippedTriggersService } from './executions/waits/skipped-triggers.service';
import { WaitConditions } from './executions/waits/wait-conditions';
import { WaitEvaluationService } from './executions/waits/wait-evaluation.service';
import { WaitResumptionService } from './executions/waits/wait-resumption.service';
import { WaitsService } from './executions/waits/waits.service';
import { ExpressionPreviewsService } from './expression-previews/expression-previews.service';
import { ExpressionSites } from './expression-sites/expression-sites';
import { RememberedValuesService } from './remembered-values/remembered-values.service';
import { HoldEvaluator } from './triggers/hold-evaluator';
import { OccurrenceEvaluationService } from './triggers/occurrence-evaluation.service';
import { SkippedStartsService } from './triggers/skipped-starts.service';
import { TriggerConditions } from './triggers/trigger-conditions';
import { WebhookGuesses } from './triggers/webhook-guesses';
import { WebhooksService } from './triggers/webhooks.service';
import { WorkflowSchedules } from './triggers/workflow-schedules';
import { SavedPortChecks } from './workflow-warnings/saved-port-checks';
import { WorkflowWarningsService } from './workflow-warnings/workflow-warnings.service';
import { WorkflowEditingService } from './workflows/workflow-editing.service';
import { PointWritersService } from './workflows/point-writers.service';
import { WorkflowFileUses } from './workflows/workflow-file-uses';
import { WorkflowReferencesService } from './workflows/workflow-references.service';
import { WorkflowsService } from './workflows/workflows.service';

const services = [
  CallerWaker,
  CurrentMatches,
  DryRunStart,
  ExecutionCancellationService,
  ExecutionDispatcher,
  ExecutionEnder,
  ExecutionHistoryService,
  ExecutionIntakeService,
  ExecutionLights,
  ExecutionMail,
  ExecutionRetentionService,
  ExecutionRetryService,
  ExpressionPreviewsService,
  ExpressionSites,
  HoldEvaluator,
  ManualTriggerService,
  OccurrenceEvaluationService,
  PointWritersService,
  RecipientLimit,
  RememberedValuesService,
  SavedPortChecks,
  SerialIntake,
  SkippedStartsService,
  SkippedTriggersService,
  TriggerConditions,
  WaitConditions,
  WaitEvaluationService,
  WaitingExecutions,
  WaitResumptionService,
  WaitsService,
  WebhookAnswersService,
  WebhookGuesses,
  WebhooksService,
  WorkflowCallsService,
  WorkflowEditingService,
  WorkflowFileUses,
  WorkflowReferencesService,
  WorkflowSchedules,
  WorkflowsService,
  WorkflowWarningsService,
  { provide: SecretValues, useFactory: environmentOfWorkflows },
];

function environmentOfWorkflows(): SecretValues {
  const { secrets, plain } = workflowVariables();
  return new SecretValues(secrets, plain);
}

/** Workflows, their triggers and their executions. `ExecutionRunningModule` runs the executions. */
@Module({
  imports: [
    BuildingModule,
    EphemeralModule,
    MeteringModule,
    OperationsModule,
    OutboundHttpModule,
    PlatformModule,
    ReportingModule,
  ],
  providers: services,
  exports: services,
})
export class AutomationModule {}
