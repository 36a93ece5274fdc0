import type { PointWriteEntity } from '@app/entities';
import { GatewayClient } from '@app/gateway-client';
import { DomainError, type Message, say, Semaphore } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { PointWriter } from '../point-writes/point-writer';
import { executionStopped } from '../point-writes/write-outcome';
import { type LightTarget, type TargetWrite, writesOf } from './lighting-command';
import type { LightingAuthor, LightingRun, LightOutcome } from './lighting-run';
import type { PointValues } from './reported-state';

/** Number of lights to which one command writes at the same time. */
const CONCURRENCY = 6;
/** A write is started only if at least this much time is left. */
const SHORTEST_WRITE_MS = 250;

/** Writes the requested states to the points of lights. If a light fails, the others are still written. */
@Injectable()
export class LightWriter {
  private readonly logger = new Logger(LightWriter.name);

  constructor(
    private readonly writer: PointWriter,
    private readonly gateway: GatewayClient,
  ) {}

  /**
   * Writes to all lights of the command.
   * @param untilMs a time of `performance.now()`. No write starts after it. If a request sent the command, its writes
   *   also end by then
   * @returns the outcomes in the order of the targets
   */
  writeAll({ targets, before, ...author }: LightingRun, untilMs: number): Promise<LightOutcome[]> {
    const permits = new Semaphore(CONCURRENCY);
    return Promise.all(
      targets.map((target) => permits.run(() => this.writeLight(target, author, before, untilMs))),
    );
  }

  private async writeLight(
    target: LightTarget,
    author: LightingAuthor,
    values: PointValues,
    untilMs: number,
  ): Promise<LightOutcome> {
    const { deviceId } = target.device;
    const writes: PointWriteEntity[] = [];
    try {
      const requested = writesOf(target, values);
      if (requested.length === 0) throw notControllable(deviceId);
      for (const write of requested) writes.push(await this.write(write, author, untilMs));
      return { result: { deviceId, success: true }, writes };
    } catch (error) {
      const { code, reason } = this.reasonOf(error);
      return { result: { deviceId, success: false, error: reason.message, code, reason }, writes };
    }
  }

  private async write(
    { code, value }: TargetWrite,
    { actor, execution }: LightingAuthor,
    untilMs: number,
  ): Promise<PointWriteEntity> {
    if (execution?.signal.aborted) throw executionStopped();
    const limitMs = untilMs - performance.now();
    if (limitMs < SHORTEST_WRITE_MS) throw outOfTime(code);
    if (execution) {
      const { signal, ...author } = execution;
      return (await this.writer.writeAndReadForExecution({ code, value, execution: author, signal })).write;
    }
    return this.writer.write(
      actor,
      { kind: 'set', code, value },
      {
        limitMs,
        send: (_write, leftMs) => this.gateway.set(code, value, { limitMs: leftMs, role: actor.role }),
      },
    );
  }

  private reasonOf(error: unknown): { code: string; reason: Message } {
    if (error instanceof DomainError) return error;
    this.logger.error({ err: error }, 'A light could not be written to.');
    return { code: 'write_failed', reason: say('light_unknown') };
  }
}

function notControllable(deviceId: string): DomainError {
  return new DomainError('conflict', 'not_controllable', say('not_controllable', { device: deviceId }));
}

function outOfTime(code: string): DomainError {
  return new DomainError('upstream_timeout', 'gateway_timeout', say('light_timeout', { code }));
}
