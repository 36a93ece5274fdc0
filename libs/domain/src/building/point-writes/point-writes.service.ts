import { inTransaction, type PointJson, type PointWriteEntity } from '@app/entities';
import { GatewayClient } from '@app/gateway-client';
import { type Actor, Clock, DomainError, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PointWriter } from './point-writer';
import { findPendingWrites, lockPointWrite, updatePointWrite } from './point-writes.queries';
import { faultOf } from './write-outcome';

export interface PointValueInput {
  code: string;
  value: PointJson;
}

/** Every write ends within this time. If an older write is still pending, its process has died. */
const ABANDONED_MS = 10 * 60_000;
const SETTLED_AT_ONCE = 500;

/** Sets points, and settles the records of abandoned writes. */
@Injectable()
export class PointWritesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writer: PointWriter,
    private readonly gateway: GatewayClient,
    private readonly clock: Clock,
  ) {}

  /**
   * Sets a point with the ordinary priority.
   * @param requestKey identifies repeats of one request within 24 hours
   * @throws DomainError `interlock`, or the gateway's error; the message says whether anything was written
   */
  set(actor: Actor, { code, value }: PointValueInput, requestKey?: string): Promise<PointWriteEntity> {
    return this.writer.write(
      actor,
      { kind: 'set', code, value },
      { send: (_write, limitMs) => this.gateway.set(code, value, { limitMs, role: actor.role }) },
      requestKey === undefined
        ? undefined
        : { scope: `iot-set/${actor.scope}`, key: requestKey, body: { code, value } },
    );
  }

  /** Marks writes as `unknown` if their process died before it stored the result. */
  async settleAbandoned(signal: AbortSignal): Promise<void> {
    const before = new Date(this.clock.nowMs() - ABANDONED_MS);
    const abandoned = await findPendingWrites(this.dataSource.manager, before, SETTLED_AT_ONCE);
    for (const { id } of abandoned) {
      if (signal.aborted) return;
      await inTransaction(this.dataSource, async (manager) => {
        const write = await lockPointWrite(manager, id);
        if (write?.status !== 'pending') return;
        write.status = 'unknown';
        write.finishedAt = this.clock.now();
        write.fault = faultOf(interrupted(), write);
        await updatePointWrite(manager, write);
      });
    }
  }
}

function interrupted(): DomainError {
  return new DomainError('upstream_failed', 'write_interrupted', say('write_interrupted'));
}
