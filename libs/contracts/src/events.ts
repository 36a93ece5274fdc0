import { type AlertSeverity, type Message, type Role } from '@app/kernel';

/**
 * A kind of event on the bus between processes. Events are used to update screens. The bus may lose events, so nothing
 * durable may depend on them.
 */
export interface EventDefinition<Payload extends object> {
  /** The name in kebab-case and in the past tense, for example `point-values-changed`. */
  readonly name: string;
  /** Never set. It only exists so that the type of the payload is known. */
  readonly payload?: Payload;
}

export function defineEvent<Payload extends object>(name: string): EventDefinition<Payload> {
  return Object.freeze({ name });
}

/** An account was removed, its role was changed or its session was ended, so its tokens may have lost permissions. */
export const accountChanged = defineEvent<{ userId: number }>('account-changed');

/** A change of an alert, with the state of the alert after the change. */
export interface AlertChangeFact {
  alertId: number;
  change: 'raised' | 'repeated' | 'changed' | 'acknowledged' | 'cleared' | 'shelved' | 'unshelved';
  /** Code of the point; null if the alert has none. */
  code: string | null;
  severity: AlertSeverity;
  title: string;
  message: string | null;
  /** The code and values of `message`; null if the platform has not written it. */
  messageText: Message | null;
  status: 'active' | 'cleared';
  acknowledged: boolean;
  /** ISO 8601 UTC; null if the alert is not shelved. */
  shelvedUntil: string | null;
  occurrences: number;
}

/** Alerts were raised, changed or cleared. */
export const alertsChanged = defineEvent<{ changes: AlertChangeFact[] }>('alerts-changed');

/** An API key was deleted. */
export const apiKeyRevoked = defineEvent<{ apiKeyId: number }>('api-key-revoked');

/** The state of a backup. */
export interface BackupUpdate {
  backupId: string;
  status: 'queued' | 'running' | 'completed' | 'failed';
  /** 0 to 1. */
  progress: number;
}

/** A worker has begun or ended an attempt at a backup, or has made progress. */
export const backupChanged = defineEvent<BackupUpdate>('backup-changed');

/** `unknown` if the current power is unknown: the area has no meter, or none with a recent value. */
export type AreaStatus = 'normal' | 'warning' | 'overLimit' | 'unknown';

/**
 * The figures on the card of an area. The energy is the electricity of today and of this month, in the platform's time
 * zone.
 */
export interface AreaCard {
  id: number;
  parentId: number | null;
  name: string;
  /** kW; null without recent readings. */
  currentPower: number | null;
  /** kWh; null without readings. */
  energyToday: number | null;
  /** kWh; null without readings. */
  energyMonth: number | null;
  status: AreaStatus;
  /** ISO 8601 UTC; null before the first reading. */
  lastReadingAt: string | null;
}

/** New readings have changed the figures of some areas. */
export const energyUpdated = defineEvent<{ areas: AreaCard[] }>('energy-updated');

export interface ExecutionProgress {
  workflowId: string;
  executionId: string;
}

/** Results of nodes were saved, and the execution has not ended. */
export const executionProgressed = defineEvent<ExecutionProgress>('execution-progressed');

export interface ExecutionStatusChange {
  workflowId: string;
  executionId: string;
  status: 'running' | 'success' | 'failed';
}

/** An execution was accepted, or it has ended. */
export const executionStatusChanged = defineEvent<ExecutionStatusChange>('execution-status-changed');

export interface ExecutionsWoken {
  executionIds: string[];
}

/** Waits of these executions have ended. */
export const executionsWoken = defineEvent<ExecutionsWoken>('executions-woken');

/** The state of an export. */
export interface ExportUpdate {
  jobId: string;
  status: 'queued' | 'running' | 'completed' | 'failed';
  /** 0 to 1. */
  progress: number;
  /** The file of a completed export. */
  fileId: string | null;
  /** Why the last attempt failed. */
  error: string | null;
  /** `error` with its code and its values. */
  failure: Message | null;
}

/** A worker has begun or ended an attempt at an export, or has made progress. */
export const exportChanged = defineEvent<ExportUpdate>('export-changed');

/** The part of a fault that screens show in a list. */
export interface FaultUpdate {
  faultId: number;
  status: 'open' | 'in_progress' | 'resolved' | 'closed';
  severity: AlertSeverity;
  title: string;
}

/** A fault was created or changed. */
export const faultChanged = defineEvent<FaultUpdate>('fault-changed');

/** The statistics of faults changed. */
export const faultCountsChanged = defineEvent<object>('fault-counts-changed');

/** The state of a gateway, as seen by the worker that reads from it. Sent every few seconds. */
export interface GatewayStateReported {
  gatewayId: number;
  breaker: 'closed' | 'open' | 'half_open';
  /** ISO 8601 UTC; null before the first answer. */
  lastSuccessAt: string | null;
  lastFailure: { code: string; at: string } | null;
}

export const gatewayStateReported = defineEvent<GatewayStateReported>('gateway-state-reported');

/** The state that one light of a label reports. */
export interface LightGroup {
  deviceId: string;
  /** Null if it is not known. */
  on: boolean | null;
  /** Percent; null if the light cannot be dimmed, or if its level is not known. */
  level: number | null;
}

/** The result of a command for one light. */
export interface LightResult {
  deviceId: string;
  success: boolean;
  /** Why the light did not accept the command. */
  error?: string;
  /** The code of the error, for programs. */
  code?: string;
  /** The error with the code of its sentence and its values. */
  reason?: Message;
}

export interface LightingUpdate {
  labelId: string;
  /** Whether at least one light is on; `half` if all lights have accepted the command `half`. */
  on: boolean | 'half';
  /** All lights of the label. */
  groups: LightGroup[];
  /** The results of a command; empty if the lights report a change without a command. */
  results: LightResult[];
}

/** A command has ended, or a light of a label has reported another state. */
export const lightingUpdated = defineEvent<LightingUpdate>('lighting-updated');

/** The part of a work order that screens show in a list. */
export interface MaintenanceUpdate {
  maintenanceId: number;
  status: 'open' | 'in_progress' | 'on_hold' | 'completed' | 'cancelled';
  title: string;
}

/** A work order was created or changed. */
export const maintenanceChanged = defineEvent<MaintenanceUpdate>('maintenance-changed');

/** New occurrences may trigger workflows. Workers also poll for occurrences, so a lost event only causes a delay. */
export const occurrencesRecorded = defineEvent<object>('occurrences-recorded');

/** Qualities of OPC UA part 8. The database stores their positions in this list. */
export const QUALITIES = ['good', 'uncertain', 'bad'] as const;
export type Quality = (typeof QUALITIES)[number];

export interface PointValue {
  code: string;
  /** Number, boolean or string, as the gateway reports it; null if the gateway has no value. */
  value: unknown;
  quality: Quality;
  /** When the value was measured, ISO 8601 UTC. */
  timestamp: string;
}

/** The values of some points have changed. */
export const pointValuesChanged = defineEvent<{ values: PointValue[] }>('point-values-changed');

/** The state of an import of readings. */
export interface ReadingImportUpdate {
  importId: number;
  status: 'running' | 'done' | 'failed' | 'undone';
  /** Share of the work that is finished, 0 to 1. An undo starts again at 0. */
  progress: number;
}

/** An import of readings, or its undo, has made progress or has ended. */
export const readingImportChanged = defineEvent<ReadingImportUpdate>('reading-import-changed');

/** The state of a run of a report. */
export interface ReportRunUpdate {
  runId: string;
  /** Null for a run without a plan. */
  planId: number | null;
  status: 'queued' | 'running' | 'sending' | 'completed' | 'undelivered' | 'failed';
  /** 0 to 1. */
  progress: number;
}

/** A worker has begun or ended an attempt at a report, has made progress, or has sent a mail. */
export const reportRunChanged = defineEvent<ReportRunUpdate>('report-run-changed');

/** The weather provider has reported the weather. */
export const weatherObserved = defineEvent<object>('weather-observed');

export interface WebhookAnswered {
  executionId: string;
}

/** A workflow has answered the caller of its webhook. The answer is stored. */
export const webhookAnswered = defineEvent<WebhookAnswered>('webhook-answered');

/** A widget was created. A worker computes its data. */
export const widgetCreated = defineEvent<{ widgetId: string }>('widget-created');

/** The users who may know of a widget: those with the role, or one owner. */
export interface WidgetReaders {
  role: Role | null;
  ownerId: number | null;
}

/** A widget was deleted, and its data with it. Without `readers`, everybody may know of it. */
export const widgetDeleted = defineEvent<{ widgetId: string; readers?: WidgetReaders }>('widget-deleted');

export interface WidgetUpdate {
  widgetId: string;
  widgetType: 'stats' | 'chart' | 'list' | 'weather' | 'energy';
  /** The data as JSON. */
  data: object | string | number | boolean | null;
  /** Undefined if everybody may know of the widget. */
  readers?: WidgetReaders;
}

/** The data of a widget has changed. */
export const widgetUpdated = defineEvent<WidgetUpdate>('widget-updated');
