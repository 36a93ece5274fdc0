import type { PointJson, PointWriteEntity, PointWriteKind } from '@app/entities';
import type { GatewayWriteResult } from '@app/gateway-client';
import type { EntityManager } from 'typeorm';

export interface PointWriteRequest {
  kind: PointWriteKind;
  code: string;
  value: PointJson;
  reason?: string | null;
}

/** The write of a workflow's execution. */
export interface ExecutionPointWrite {
  code: string;
  value: PointJson;
  execution: { id: string; workflowId: string };
  /** Aborted if the execution is stopped, or if another worker takes it over. */
  signal: AbortSignal;
}

/** The steps of a write that differ between kinds of writes. */
export interface WriteSteps {
  /** Time limit for all gateway calls of the write together. Used only if it is shorter than the usual limit. */
  limitMs?: number;
  /** Runs in the transaction that inserts the record, before the gateway is called. */
  begin?(manager: EntityManager, write: PointWriteEntity): Promise<void>;
  /** Calls the gateway. */
  send(write: PointWriteEntity, limitMs: number): Promise<GatewayWriteResult>;
  /** Runs in the transaction that records the result. */
  end?(manager: EntityManager, write: PointWriteEntity): Promise<void>;
}
