import { type AlertSeverity, type Message } from '@app/kernel';
import type { WorkflowsPort } from './call-ports';
import type { ExecutionRef } from './execution-ref';
import type { Json, JsonObject } from './json';
import type { RecallPort, RememberPort } from './memory-ports';
import type { EnergyPort, PointReading, ReadingsPort } from './reading-ports';
import type { TicketsPort } from './ticket-ports';
import type { WaitsPort } from './wait-ports';
export * from './call-ports';
export * from './execution-ref';
export * from './memory-ports';
export * from './reading-ports';
export * from './ticket-ports';
export * from './wait-ports';
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
  /** Header names are in lower case. The values of repeated headers are joined by a comma. */
  headers: Record<string, string>;
  /** The body, decoded as UTF-8 text. */
  body: string;
}

/**
 * Sends HTTP requests to external systems that the outbound rules permit.
 * @throws DomainError if no response arrives
 */
export interface HttpPort {
  /**
   * Performs the checks of `request` without sending. It resolves the name of the host.
   * @throws the DomainError with which `request` would fail before it connects
   */
  check(request: Omit<HttpPortRequest, 'signal'>): Promise<void>;
  request(request: HttpPortRequest): Promise<HttpPortResponse>;
}

/** The content of a mail. */
export interface MailPortDraft {
  to: string[];
  subject: string;
  text: string;
  attachments?: string[];
}

export interface MailPortMail extends MailPortDraft {
  key?: string;
  /** If this signal is aborted before the transfer of the mail begins, the mail is not sent. */
  signal: AbortSignal;
}

export interface MailPort {
  /** Returns false if no mail server is configured, so that mails are only written to the outbox folder. */
  hasServer(): Promise<boolean>;
  /**
   * Performs the checks of `send` without sending.
   * @throws the DomainError with which `send` would fail before it reaches the server
   */
  check(draft: MailPortDraft): Promise<void>;
  /**
   * Sends a mail. Mails with the same `key` have the same message id, so that mailboxes recognize repeats.
   * @param mail.attachments ids of stored files
   * @returns `toOutbox`: true if the mail was only written to the outbox folder, because no mail server is configured
   * @throws DomainError if an address or a text is invalid, if a file is missing or too large, or if the server refuses
   *   the mail
   */
  send(mail: MailPortMail): Promise<{ toOutbox: boolean }>;
}

export interface SqlPortResult {
  /**
   * The rows of a query. Empty for a statement that writes. Instants are ISO 8601, and integers beyond 2^53 are text.
   */
  rows: JsonObject[];
  /** Number of rows read or changed. */
  rowCount: number;
}

/** Accesses the service's own database with a database account that has restricted rights. */
export interface SqlPort {
  run(statement: {
    query: string;
    /** The values of the question marks in the statement, in order. */
    params: Json[];
    mode: 'read' | 'write';
    signal: AbortSignal;
  }): Promise<SqlPortResult>;
}

export interface PointPortWrite {
  code: string;
  value: Json;
  /** When the previous value is restored, in milliseconds since 1970. If undefined, the new value stays. */
  revertAtMs?: number;
  /** The revert regards the new value as unchanged if its number differs by at most this much. Default: 0. */
  tolerance?: number;
  /** The execution that is recorded as the author of the write. */
  execution: ExecutionRef;
  /** After this signal is aborted, nothing is sent to the gateway. */
  signal: AbortSignal;
}

/** Reads and writes points of the building through the gateway. */
export interface PointsPort {
  /**
   * Performs the checks of `write` without writing. Without a value, only the point is checked.
   * @throws the DomainError with which `write` would fail before its effect
   */
  check(write: { code: string; value?: Json }): Promise<void>;
  /**
   * Sends the write once, reads the value back, and records both. A write without `revertAtMs` also cancels a revert
   * that an earlier write has planned.
   * @returns the value that was read back; null if it could not be read
   * @throws DomainError if the write failed. The message says whether anything was written
   */
  write(write: PointPortWrite): Promise<PointReading | null>;
  read(code: string): Promise<PointReading>;
  /**
   * Returns when the service last wrote the point, in milliseconds since 1970. Null if no successful write is recorded.
   */
  lastWrittenAtMs(code: string): Promise<number | null>;
}

export interface LightPortCommand {
  labelId: string;
  action: 'on' | 'off' | 'half' | 'dim' | 'scene';
  /** For `dim`: the level in percent. For `scene`: the id of a lighting scene. */
  value?: number | string;
  /** The ids of the devices. If undefined, the command is for all devices of the label. */
  devices?: readonly string[];
  /** The execution that is recorded as the author of the writes. */
  execution: ExecutionRef;
  /** After this signal is aborted, nothing is sent to the gateway. */
  signal: AbortSignal;
}

export interface LightPortResult {
  deviceId: string;
  success: boolean;
  /** Why the light did not accept the command. `code` is the code of this error. */
  error?: string;
  code?: string;
}

/** Controls the lights that belong to labels of the scene. */
export interface LightsPort {
  /**
   * Performs the checks of `control` without controlling lights.
   * @throws the DomainError with which `control` would fail before its effect
   */
  check(command: Omit<LightPortCommand, 'execution' | 'signal'>): Promise<void>;
  /**
   * Controls the lights of a label. A light that fails does not stop the others.
   * @returns the result of each light, and whether at least one light of the label is on afterwards
   * @throws DomainError if the command cannot be carried out. In this case, nothing was written
   */
  control(command: LightPortCommand): Promise<{ success: boolean; results: LightPortResult[]; on: boolean }>;
}

/** The identity of a problem that a workflow reports, and the execution that reports it. */
interface AlertPortIdentity {
  /** The kind of problem. Default: `workflow`. */
  type?: string;
  /** The thing that has the problem. Default: the point, or the workflow if no point is given. */
  originator?: string;
  pointCode?: string;
  execution: ExecutionRef;
}

export interface AlertPortRaise extends AlertPortIdentity {
  severity: AlertSeverity;
  title: string;
  message?: string;
  areaId?: number;
  value?: number | boolean | string;
  threshold?: number;
  /** Unique to the run of the node. A repeat with the same key reports nothing and returns the first result. */
  stepKey: string;
}

export interface AlertPortRaised {
  alertId: number;
  /** False if the reported alert was already active. */
  raised: boolean;
  occurrences: number;
}

export interface AlertPortClear extends AlertPortIdentity {
  /** The id of an alert from any source. If undefined, the identity selects an alert that a workflow has raised. */
  alertId?: number;
  note?: string;
}

/** Raises and clears alerts of the platform. */
export interface AlertsPort {
  raise(report: AlertPortRaise): Promise<AlertPortRaised>;
  /** @returns the id of the cleared alert; null if no such alert is active */
  clear(report: AlertPortClear): Promise<number | null>;
}

/** The state of work that a job does in the background. */
export interface BackgroundWork {
  status: 'queued' | 'running' | 'completed' | 'failed';
  /** When the work was requested, in milliseconds since 1970. */
  requestedAtMs: number;
  /** The file that the work has created. Null until the work has ended successfully. */
  fileId: string | null;
  /** Why the last attempt failed. Null if no attempt has failed. */
  error: Message | null;
}

export interface ExportPortRequest {
  type: 'energy' | 'faults' | 'alarms';
  /** ISO 8601. Without an offset, the time is in the platform's time zone. */
  from: string;
  to: string;
  filters?: JsonObject;
  /** Identifies the request. A repeat with the same key starts nothing. */
  key: string;
  execution: ExecutionRef;
}

/** Exports records to files. */
export interface ExportsPort {
  /** Performs the checks of `run` without starting anything. @throws DomainError if the request is invalid */
  check(request: Omit<ExportPortRequest, 'key' | 'execution'>): Promise<void>;
  /**
   * Starts an export if the key is new, and returns its state. A request with a known key returns the state of that
   * export, even if its other fields differ. After a failed export has been returned once, its key counts as new again.
   * @throws DomainError if the request is invalid
   */
  run(request: ExportPortRequest): Promise<BackgroundWork & { jobId: string }>;
}

/** Either a report plan, or a template with the period to report on. */
export type ReportPortContent =
  | { planId: number }
  | {
      templateId: number;
      range: 'yesterday' | 'last7Days' | 'last30Days' | 'lastWeek' | 'lastMonth' | 'lastQuarter' | 'lastYear';
      format: 'pdf' | 'csv' | 'excel';
    };

export interface ReportPortRequest {
  content: ReportPortContent;
  /** Identifies the request. A repeat with the same key starts nothing. */
  key: string;
  execution: ExecutionRef;
}

/** Generates reports as files. */
export interface ReportsPort {
  /** @throws DomainError if the plan or the template does not exist */
  check(content: ReportPortContent): Promise<void>;
  /**
   * Starts a run if the key is new, and returns the state of its file. A request with a known key returns the state of
   * that run, even if its other fields differ. After a failed run has been returned once, its key counts as new again.
   * @throws DomainError if the plan or the template does not exist
   */
  run(request: ReportPortRequest): Promise<BackgroundWork & { runId: string }>;
}

/** The ports that perform the checks of an action without the action. */
type CheckingPort = 'http' | 'mail' | 'points' | 'lights' | 'exports' | 'workflows';

/** The checks that a save performs with the fixed fields of a node. */
export type PortChecks = { [Name in CheckingPort]: Pick<NodePorts[Name], 'check'> };

/** The ports that nodes can use. A node receives only those that its type lists in `needs`. */
export interface NodePorts {
  http: HttpPort;
  mail: MailPort;
  sql: SqlPort;
  points: PointsPort;
  lights: LightsPort;
  alerts: AlertsPort;
  tickets: TicketsPort;
  exports: ExportsPort;
  reports: ReportsPort;
  readings: ReadingsPort;
  energy: EnergyPort;
  recall: RecallPort;
  remember: RememberPort;
  waits: WaitsPort;
  workflows: WorkflowsPort;
  answers: AnswersPort;
}

export interface AnswerPortRequest {
  status: number;
  headers: Record<string, string>;
  body: Json;
  /** Unique to the run of the node. */
  key: string;
  execution: ExecutionRef;
}

/** Answers the caller of the webhook that started the execution. */
export interface AnswersPort {
  /**
   * Stores the answer. A repeat with the same key changes nothing.
   * @returns false if nobody waits for an answer: another node has already answered, or no webhook started the
   *   execution
   * @throws DomainError if the answer is too large
   */
  send(answer: AnswerPortRequest): Promise<boolean>;
}
