import type { ExecutionRef } from './execution-ref';
import type { Json, JsonObject } from './json';
import type { EnergyPort, PointReading, ReadingsPort } from './reading-ports';
import type { RecallPort, RememberPort } from './memory-ports';

export * from './execution-ref';
export * from './memory-ports';
export * from './reading-ports';

export interface HttpPortRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  followRedirects?: boolean;
  signal: AbortSignal;
}

export interface HttpPortResponse {
  status: number;
  /** Names in lower case. Repeated headers are joined by a comma. */
  headers: Record<string, string>;
  /** As text, UTF-8. */
  body: string;
}

/** Calls permitted external systems. @throws DomainError if no answer arrives */
export interface HttpPort {
  request(request: HttpPortRequest): Promise<HttpPortResponse>;
}

export interface MailPort {
  /**
   * @param mail all mails with the same `key` have the same message id, so that mailboxes recognize repeats
   * @throws DomainError if an address or text cannot be sent, or the server refuses
   */
  send(mail: { to: string[]; subject: string; text: string; key?: string }): Promise<void>;
}

export interface SqlPortResult {
  /**
   * Rows of a query; empty for a statement that writes. Instants are ISO 8601; 64-bit integers beyond 2^53 are text.
   */
  rows: JsonObject[];
  /** Number of rows read or changed. */
  rowCount: number;
}

/** The service's own database, with an account of restricted rights. */
export interface SqlPort {
  run(statement: {
    query: string;
    /** Bound in the order of the question marks. */
    params: Json[];
    mode: 'read' | 'write';
    signal: AbortSignal;
  }): Promise<SqlPortResult>;
}

export interface PointPortWrite {
  code: string;
  value: Json;
  /** When the value from before is restored, in milliseconds since 1970. If undefined, the value stays. */
  revertAtMs?: number;
  /** Recorded as the author of the write. */
  execution: ExecutionRef;
  /** Once it is aborted, nothing is sent. */
  signal: AbortSignal;
}

/** Points of the building, through the gateway. */
export interface PointsPort {
  /**
   * Sends the write once, reads the value back, and records both. A write that stays ends an earlier planned revert.
   * @returns the value that was read back; null if it could not be read
   * @throws DomainError if the write failed. Its message says whether anything was written
   */
  write(write: PointPortWrite): Promise<PointReading | null>;
  read(code: string): Promise<PointReading>;
  /** When the service wrote the point last, in milliseconds since 1970; null if no successful write is recorded. */
  lastWrittenAtMs(code: string): Promise<number | null>;
}

export interface LightPortCommand {
  labelId: string;
  action: 'on' | 'off' | 'half' | 'dim' | 'scene';
  /** The level in percent for `dim`, the id of a lighting scene for `scene`. */
  value?: number | string;
  /** Ids of the devices; all devices of the label if undefined. */
  devices?: readonly string[];
  /** Recorded as the author of the writes. */
  execution: ExecutionRef;
  /** Once it is aborted, nothing is sent. */
  signal: AbortSignal;
}

export interface LightPortResult {
  deviceId: string;
  success: boolean;
  /** Why the light did not accept the command, and the code of that error. */
  error?: string;
  code?: string;
}

/** The lights of the scene's labels. */
export interface LightsPort {
  /**
   * Controls the lights of a label. A light that fails does not stop the others.
   * @returns the result of each light, and whether at least one light of the label is on afterwards
   * @throws DomainError if the command cannot be carried out. Then nothing was written
   */
  control(command: LightPortCommand): Promise<{ success: boolean; results: LightPortResult[]; on: boolean }>;
}

/** The identity of a problem that a workflow reports, and the execution that reports it. */
interface AlertPortIdentity {
  /** Kind of problem. Default: `workflow`. */
  type?: string;
  /** The thing that has the problem. Default: the point, and without a point the workflow. */
  originator?: string;
  pointCode?: string;
  execution: ExecutionRef;
}

export interface AlertPortRaise extends AlertPortIdentity {
  severity: 'critical' | 'major' | 'minor' | 'warning' | 'indeterminate';
  title: string;
  message?: string;
  areaId?: number;
  value?: number | boolean | string;
  threshold?: number;
}

export interface AlertPortRaised {
  alertId: number;
  /** False if the report is a repeat of an active alert. */
  raised: boolean;
  occurrences: number;
}

export interface AlertPortClear extends AlertPortIdentity {
  /** Id of an alert of any source. Without it, the identity selects an alert of workflows. */
  alertId?: number;
  note?: string;
}

/** Alerts of the platform. */
export interface AlertsPort {
  raise(report: AlertPortRaise): Promise<AlertPortRaised>;
  /** @returns the id of the cleared alert; null if no such alert is active */
  clear(report: AlertPortClear): Promise<number | null>;
}

/** Work of the service that a job does in the background. */
export interface BackgroundWork {
  status: 'queued' | 'running' | 'completed' | 'failed';
  /** When the work was requested, in milliseconds since 1970. */
  requestedAtMs: number;
  /** The file that the work has created. */
  fileId: string | null;
  /** Why the last attempt failed. */
  error: string | null;
}

export interface ExportPortRequest {
  type: 'energy' | 'faults' | 'alarms';
  /** ISO 8601. Without an offset, the time is in the platform's time zone. */
  from: string;
  to: string;
  filters?: JsonObject;
  /** Identifies the request, so that repeats of it start nothing. */
  key: string;
  execution: ExecutionRef;
}

/** Exports of records to files. */
export interface ExportsPort {
  /**
   * Starts an export if the key is new, and returns its state. A repeat with the same key returns the state of the same
   * export, even if its other fields differ. A failed export is returned once; after that its key is new again.
   * @throws DomainError if the request is invalid
   */
  run(request: ExportPortRequest): Promise<BackgroundWork & { jobId: string }>;
}

/** A plan, or a template with the period before the run. */
export type ReportPortContent =
  | { planId: number }
  | {
      templateId: number;
      range: 'yesterday' | 'last7Days' | 'last30Days' | 'lastWeek' | 'lastMonth' | 'lastQuarter' | 'lastYear';
      format: 'pdf' | 'csv' | 'excel';
    };

export interface ReportPortRequest {
  content: ReportPortContent;
  /** Identifies the request, so that repeats of it start nothing. */
  key: string;
  execution: ExecutionRef;
}

/** Reports that are generated as files. */
export interface ReportsPort {
  /**
   * Starts a run if the key is new, and returns the state of its file. A repeat with the same key returns the state of
   * the same run, even if its other fields differ. A failed run is returned once; after that its key is new again.
   * @throws DomainError if the plan or the template does not exist
   */
  run(request: ReportPortRequest): Promise<BackgroundWork & { runId: string }>;
}

/** The ports a node can use. A node receives the ports that its type lists in `needs`, and no others. */
export interface NodePorts {
  http: HttpPort;
  mail: MailPort;
  sql: SqlPort;
  points: PointsPort;
  lights: LightsPort;
  alerts: AlertsPort;
  exports: ExportsPort;
  reports: ReportsPort;
  readings: ReadingsPort;
  energy: EnergyPort;
  recall: RecallPort;
  remember: RememberPort;
}
