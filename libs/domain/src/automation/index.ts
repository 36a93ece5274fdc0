// The exports of the automation context for the apps, by feature.

// executions
export { WebhookAnswersService } from './executions/answers/webhook-answers.service';
export { ExecutionCancellationService } from './executions/control/execution-cancellation.service';
export { ExecutionRetryService } from './executions/control/execution-retry.service';
export { AutomationModule } from './automation.module';
export {
  type ExecutionDetail,
  type ExecutionFilter,
  ExecutionHistoryService,
  type ExecutionSummary,
} from './executions/history/execution-history.service';
export { ExecutionRetentionService } from './executions/history/execution-retention.service';
export { type ManualInput, ManualTriggerService } from './executions/intake/manual-trigger.service';
export { WaitingExecutions } from './executions/intake/waiting-executions';
export type { NodeResult } from './executions/record/node-result';
export type { WebhookRequest } from './executions/record/webhook-request';
export { ExecutionBatchRunner } from './executions/run/execution-batch-runner';
export { ExecutionRunningModule } from './executions/run/execution-running.module';
export { OverdueExecutionsService } from './executions/run/overdue-executions.service';
export { type ResumableWait, WaitResumptionService } from './executions/waits/wait-resumption.service';

// expression-previews
export { ExpressionPreviewsService } from './expression-previews/expression-previews.service';

// triggers
export { HoldEvaluator } from './triggers/hold-evaluator';
export { OccurrenceEvaluationService } from './triggers/occurrence-evaluation.service';
export { SkippedStartsService } from './triggers/skipped-starts.service';
export type { AcceptedDelivery, WebhookDelivery } from './triggers/webhook-delivery';
export { WebhooksService } from './triggers/webhooks.service';

// workflows
export { TRIGGER_TYPES } from './workflows/trigger-config';
export { TRIGGER_DESCRIPTORS, type TriggerDescriptor } from './workflows/trigger-descriptors';
export { TRIGGER_SCHEMAS, WEBHOOK_SECRET } from './workflows/trigger-schemas';
export type {
  DefinitionInput,
  ListedWorkflow,
  TriggerInput,
  WorkflowChanges,
  WorkflowInput,
} from './workflows/workflow';
export { WorkflowEditingService } from './workflows/workflow-editing.service';
export { PointWritersService, type WritingWorkflow } from './workflows/point-writers.service';
export { WorkflowWarningsService } from './workflow-warnings/workflow-warnings.service';
export { type WorkflowListQuery, WorkflowsService } from './workflows/workflows.service';
