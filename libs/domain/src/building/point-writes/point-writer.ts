import { Environment } from '@app/config';
import type { PointValue } from '@app/contracts';
import { type PointJson, PointWriteEntity } from '@app/entities';
import { GatewayClient, type GatewayWriteResult } from '@app/gateway-client';
import { Actor, assertAwaited, Clock, DomainError, matchesReading, newId } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import type { Repeat } from '../../platform/idempotency/idempotency.service';
import { GatewayCatalogueService } from '../points/gateway-catalogue.service';
import { ExecutionWriteRecords } from './execution-write-records';
import type { ExecutionPointWrite, PointWriteRequest, WriteSteps } from './point-write';
import { WriteRecords } from './write-records';
import { errorOf, executionStopped, faultOf, notWritten, statusOfFailure } from './write-outcome';

/** The value is read back only if at least this much time is left. */
const SHORTEST_READ_MS = 250;
/** Acts for the executions of workflows. */
const WORKFLOW = Actor.system('workflow');
/** The role that may write workflows. */
const ROLE_OF_WORKFLOWS = 'engineer';

/**
 * Writes to points of the gateway and records each write. The steps are: read the previous value, insert the record,
 * call the gateway once, read the value back, record the result.
 */
@Injectable()
export class PointWriter {
  private readonly logger = new Logger(PointWriter.name);

  constructor(
    private readonly gateway: GatewayClient,
    private readonly records: WriteRecords,
    private readonly executionRecords: ExecutionWriteRecords,
    private readonly catalogue: GatewayCatalogueService,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  /**
   * Time limit. For a request, it applies to all gateway calls of a write together; for an execution, to each gateway
   * call.
   */
  get limitMs(): number {
    return this.environment.LIMIT_GATEWAY_CALL_MS;
  }

  /**
   * Writes for a request. All calls share the time limit.
   * @param repeat the request's idempotency key. A repeated request gets the result of the first one and writes
   *   nothing. If the first request wrote nothing, the key can be used again
   * @returns the record of the successful write
   * @throws DomainError if the write failed. Its message says whether anything was written
   */
  async write(
    actor: Actor,
    request: PointWriteRequest,
    steps: WriteSteps,
    repeat?: Repeat,
  ): Promise<PointWriteEntity> {
    const startedMs = performance.now();
    const limitMs = Math.min(steps.limitMs ?? Infinity, this.limitMs);
    const leftMs = () => limitMs - (performance.now() - startedMs);
    const earlier = await this.records.earlier(repeat);
    if (earlier) return successOf(earlier);
    const write = this.newRecord(actor, request);
    await this.readPrevious(write, leftMs() / 2);
    const recorded = await this.records.begin(write, steps, repeat);
    if (recorded !== write) return successOf(recorded);
    const error = await this.send(write, () => steps.send(write, leftMs()));
    if (error === null) await this.readBack(write, leftMs());
    write.finishedAt = this.clock.now();
    await this.records.finish(actor, write, steps, repeat);
    if (error !== null && !(error instanceof DomainError)) throw error;
    return successOf(write);
  }

  /**
   * Sets a point for an execution, if the gateway's list of points does not rule the value out. No request waits for it, so each call has the whole time limit.
   * @returns the value that was read back; null if it could not be read
   * @throws DomainError if the write failed. Its message says whether anything was written
   */
  async writeForExecution(request: ExecutionPointWrite): Promise<PointValue | null> {
    const { code, value } = request;
    const check = () => this.catalogue.assertAccepts(code, value, Infinity);
    return (await this.writeAndReadForExecution(request, check)).found;
  }

  /**
   * Performs the steps of `writeForExecution` that come before the write.
   * @throws the DomainError with which `writeForExecution` would fail, without what it says about the write
   */
  async checkForExecution({ code, value }: Pick<ExecutionPointWrite, 'code' | 'value'>): Promise<void> {
    assertCode(code);
    await this.gateway.values([code], { limitMs: this.limitMs });
    await this.catalogue.assertAccepts(code, value);
  }

  /**
   * Like `writeForExecution`, but also returns the record of the write, and leaves the check of the value to the caller.
   * @param check runs before the gateway is called. If it throws, the write is recorded as refused
   */
  async writeAndReadForExecution(
    request: ExecutionPointWrite,
    check?: () => Promise<void>,
  ): Promise<{ write: PointWriteEntity; found: PointValue | null }> {
    const { code, value, execution, signal } = request;
    assertCode(code);
    const write = Object.assign(this.newRecord(WORKFLOW, { kind: 'set', code, value }), {
      executionId: execution.id,
      workflowId: execution.workflowId,
    });
    await this.readPrevious(write, this.limitMs);
    await this.executionRecords.begin(write, signal);
    const error = await this.send(write, async () => {
      await check?.();
      if (signal.aborted) throw executionStopped();
      return this.gateway.set(code, value, { limitMs: this.limitMs, role: ROLE_OF_WORKFLOWS });
    });
    const found = error === null ? await this.readBack(write, this.limitMs) : null;
    write.finishedAt = this.clock.now();
    await this.executionRecords.finish(write, signal);
    if (error !== null && !(error instanceof DomainError)) throw error;
    return { write: successOf(write), found };
  }

  /** The time of the last write that may have changed the point; null if none is recorded. */
  lastWrittenAt(code: string): Promise<Date | null> {
    return this.executionRecords.lastWrittenAt(code);
  }

  private newRecord(actor: Actor, request: PointWriteRequest): PointWriteEntity {
    const { kind, code, value, reason = null } = request;
    return Object.assign(new PointWriteEntity(), {
      id: newId(),
      at: this.clock.now(),
      finishedAt: null,
      kind,
      code,
      value,
      previousValue: null,
      reason,
      status: 'pending' as const,
      confirmed: false,
      readValue: null,
      fault: null,
      userId: actor.userId,
      username: actor.name,
      executionId: null,
      workflowId: null,
    });
  }

  /**
   * If the previous value cannot be read, nothing is written: the record of the write would lack the value to restore.
   */
  private async readPrevious(write: PointWriteEntity, limitMs: number): Promise<void> {
    try {
      const [found] = await this.gateway.values([write.code], { limitMs });
      write.previousValue = jsonOf(found);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      write.status = 'not_written';
      write.finishedAt = this.clock.now();
      write.fault = faultOf(error, write);
      await this.records.keep(write);
      throw errorOf(write.fault);
    }
  }

  /** @returns the error, or null if the gateway reported success */
  private async send(write: PointWriteEntity, call: () => Promise<GatewayWriteResult>): Promise<unknown> {
    try {
      assertAwaited();
      const { success } = await call();
      if (!success) throw notWritten(write.code);
      write.status = 'written';
      return null;
    } catch (error) {
      write.status = statusOfFailure(error);
      write.fault = faultOf(error, write);
      return error;
    }
  }

  /** @returns the value; null if it could not be read */
  private async readBack(write: PointWriteEntity, limitMs: number): Promise<PointValue | null> {
    if (limitMs < SHORTEST_READ_MS) return null;
    try {
      const [found] = await this.gateway.values([write.code], { limitMs });
      write.readValue = jsonOf(found);
      const isRead = found !== undefined && found.quality !== 'bad';
      write.confirmed = isRead && matchesReading(write.value, found.value, 0);
      return found ?? null;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.logger.warn({ writeId: write.id, code: error.code }, 'A written value could not be read back.');
      return null;
    }
  }
}

function assertCode(code: string): void {
  if (!code.includes('\0')) return;
  throw DomainError.invalid('The code of a point cannot contain the character NUL.');
}

/** The cast is safe: the value was parsed from JSON. */
function jsonOf(found: PointValue | undefined): PointJson {
  return found?.value ?? null;
}

/** @throws DomainError if the write did not succeed */
function successOf(write: PointWriteEntity): PointWriteEntity {
  if (write.fault) throw errorOf(write.fault);
  return write;
}
