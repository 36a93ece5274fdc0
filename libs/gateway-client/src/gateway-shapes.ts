import type { PointValue, Quality } from '@app/contracts';

export interface GatewayPoint {
  code: string;
  name: string;
  unit: string | null;
  dataType: string | null;
  writable: boolean;
  group: string | null;
}

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

/** The gateway's alarm levels are the platform's severities. */
export const GATEWAY_ALARM_LEVEL_LIST = ['critical', 'major', 'minor', 'warning', 'indeterminate'] as const;
export type GatewayAlarmLevel = (typeof GATEWAY_ALARM_LEVEL_LIST)[number];

export interface GatewayAlarmQuery {
  from: Date;
  to: Date;
  level?: GatewayAlarmLevel;
  /** From 1. */
  page: number;
  limit: number;
}

export interface GatewayAlarm {
  id: string;
  code: string;
  level: GatewayAlarmLevel;
  message: string;
  /** ISO 8601 UTC. */
  raisedAt: string;
  clearedAt: string | null;
}

export interface GatewayAlarmPage {
  items: GatewayAlarm[];
  /** Of all pages. */
  total: number;
}

export interface GatewayAlarmConfigRequest {
  action: 'query' | 'create' | 'update' | 'delete';
  config?: Record<string, unknown>;
}

/** Alarm configurations are the gateway's own; this service passes them on as they are. */
export type GatewayAlarmConfigs =
  { items: Record<string, unknown>[] } | { config: Record<string, unknown> | null };

export interface GatewayAlarmEvent {
  id: string;
  code: string;
  level: GatewayAlarmLevel;
  message: string;
  state: 'raised' | 'cleared';
  /** ISO 8601 UTC. */
  timestamp: string;
}

/** Called in the order of the stream. What they throw is logged and ends nothing. */
export interface GatewayStreamHandlers {
  onValue(value: PointValue): void;
  onAlarm(alarm: GatewayAlarmEvent): void;
  /** The stream is open, for the first time or again: what happened before was not seen here. */
  onOpen?(): void;
  /** The stream broke, or could not be opened; it is tried again after a while. */
  onClose?(reason: string): void;
}
