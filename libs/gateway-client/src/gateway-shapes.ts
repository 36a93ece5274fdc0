import type { PointValue, Quality } from '@app/contracts';
import type { AlertSeverity, Role } from '@app/kernel';

export interface GatewayCallOptions {
  /** A time limit in milliseconds that is shorter than the usual one. */
  limitMs?: number;
  /** The role of the user, API key or workflow that writes, for the interlocks of the gateway. */
  role?: Role;
}

export interface GatewayPoint {
  code: string;
  name: string;
  unit: string | null;
  dataType: string | null;
  writable: boolean;
  group: string | null;
  /** The numbers that can be written: from `min` to `max`, in steps of `step` from `min`. Null if not known. */
  min: number | null;
  max: number | null;
  step: number | null;
}

export const GATEWAY_DEVICE_STATES = ['ok', 'failing', 'unknown', 'off'] as const;

/** A device that a gateway reads. */
export interface GatewayDevice {
  name: string;
  /** The name of the address or network behind which the device is. */
  connection: string;
  protocol: string;
  /** `unknown`: no value is good, and no reason is known. `off`: it is not read, because a person wants it so. */
  state: (typeof GATEWAY_DEVICE_STATES)[number];
  /** Why it cannot be read. The message is in English. */
  reason: { code: string; message: string } | null;
  /** The codes of its points. */
  codes: string[];
  goodPoints: number;
  /** The time of its newest value, ISO 8601 UTC. */
  lastValueAt: string | null;
}

/** The connections of a gateway to its devices, which people can change through the gateway. */
export interface GatewayConfiguration {
  /** Changes with each change. */
  version: string;
  /** In the form of the gateway. */
  connections: Record<string, unknown>[];
  /** The lists of points that the gateway knows by name. */
  templates: string[];
  /** JSON Schema of the connections; null if the gateway has none. */
  schema: Record<string, unknown> | null;
}

/** A connection to try, in the form of the gateway. */
export interface GatewayTrialInput {
  connection: Record<string, unknown>;
  /** Searches devices that the connection does not have, instead of reading its own. */
  search: boolean;
}

/** The outcome of trying a connection. */
export interface GatewayTrial {
  /** The devices of the connection. A device with a reason cannot be read. */
  devices: (Pick<GatewayDevice, 'name' | 'reason'> & { values: PointValue[] })[];
  /** The devices that were found, as they are written into a connection. */
  found: Record<string, unknown>[];
  /** Everything else that was found, with the reason in English for which it cannot be used. */
  skipped: string[];
}

export type GatewayConfigurationChange = Pick<GatewayConfiguration, 'version' | 'connections'>;

export const GATEWAY_INTERVAL_LIST = ['15m', '1h', '1d'] as const;
export type GatewayInterval = (typeof GATEWAY_INTERVAL_LIST)[number];

export interface GatewayHistoryQuery {
  codes: readonly string[];
  from: Date;
  to: Date;
  interval?: GatewayInterval;
}

export interface GatewaySample {
  /** ISO 8601 UTC. */
  timestamp: string;
  value: unknown;
  quality: Quality;
}

export interface GatewaySeries {
  code: string;
  values: GatewaySample[];
}

export interface GatewayWriteResult {
  success: boolean;
}

export interface GatewayAlarmQuery {
  from: Date;
  to: Date;
  level?: AlertSeverity;
  /** The page number, starting at 1. */
  page: number;
  limit: number;
}

export interface GatewayAlarm {
  id: string;
  code: string;
  level: AlertSeverity;
  message: string;
  /** ISO 8601 UTC. */
  raisedAt: string;
  clearedAt: string | null;
}

export interface GatewayAlarmPage {
  items: GatewayAlarm[];
  /** Total number of alarms on all pages. */
  total: number;
}

export interface GatewayAlarmConfigRequest {
  action: 'query' | 'create' | 'update' | 'delete';
  config?: Record<string, unknown>;
}

/** Alarm configurations belong to the gateway; this service passes them on unchanged. */
export type GatewayAlarmConfigs =
  | { items: Record<string, unknown>[] }
  | { config: Record<string, unknown> | null };

export interface GatewayAlarmEvent {
  id: string;
  code: string;
  level: AlertSeverity;
  message: string;
  state: 'raised' | 'cleared';
  /** ISO 8601 UTC. */
  timestamp: string;
}

/**
 * Handles the events of a stream, in their order. If a handler throws, the error is logged and the stream continues.
 */
export interface GatewayStreamHandlers {
  onValue(value: PointValue): void;
  onAlarm(alarm: GatewayAlarmEvent): void;
  /** Called when the stream has been opened or reopened. Earlier events may have been missed. */
  onOpen?(): void;
  /** Called when the stream was interrupted or could not be opened. The client reconnects after a pause. */
  onClose?(reason: string): void;
}
