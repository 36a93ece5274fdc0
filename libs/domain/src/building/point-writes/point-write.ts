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

/** How a write is carried out. */
export interface WriteSteps {
  /** Time limit of all gateway calls of the write, if it is shorter than that of one call. */
  limitMs?: number;
  /** Runs in the transaction that inserts the record, before the gateway is called. */
  begin?(manager: EntityManager, write: PointWriteEntity): Promise<void>;
  /** Calls the gateway. */
  send(write: PointWriteEntity, limitMs: number): Promise<GatewayWriteResult>;
  /** Runs in the transaction that records the result. */
  end?(manager: EntityManager, write: PointWriteEntity): Promise<void>;
}
