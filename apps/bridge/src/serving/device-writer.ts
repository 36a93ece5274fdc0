import { acceptedValue, type ServedWriter, type Value } from '@app/gateway-server';
import { DomainError, type Role, roleCovers } from '@app/kernel';
import type { Logger } from 'pino';
import type { BridgePoint } from '../configuration/configuration.dto';
import type { BridgeStore } from '../store/bridge-store';
import type { BridgePoints } from './bridge-points';
import type { Driver } from './driver';
import { numberOf } from './labels';

/** A point that can be written, and the connection of its device. */
export interface WritablePoint {
  point: BridgePoint;
  driver: Driver;
}

/**
 * Writes values to devices. A forced value ignores the time between two writes and the lowest role. If the protocol has
 * no priorities, `release` restores the value from before.
 */
export class DeviceWriter implements ServedWriter {
  /**
   * @param forced the values before forced writes, by code, from the previous run
   * @param writtenMs the times of the last writes, by code, which outlive a change of the configuration
   */
  constructor(
    private readonly points: BridgePoints,
    private readonly writableByCode: ReadonlyMap<string, WritablePoint>,
    private readonly store: Pick<BridgeStore, 'saveForced' | 'deleteForced'>,
    private readonly forced: Map<string, Value>,
    private readonly writtenMs: Map<string, number>,
    private readonly logger: Logger,
  ) {}

  async set(code: string, value: unknown, _nowMs: number, role: Role = 'viewer'): Promise<void> {
    const { target, accepted } = this.check(code, value);
    const { secondsBetweenWrites = 0, lowestRole } = target.point;
    if (lowestRole !== undefined && !roleCovers(role, lowestRole))
      throw interlock(`The point ${code} may be written by the role ${lowestRole}, not by ${role}.`);
    const freeMs = (this.writtenMs.get(code) ?? -Infinity) + secondsBetweenWrites * 1000;
    const waitMs = freeMs - performance.now();
    if (waitMs > 0)
      throw interlock(`The point ${code} may be written again in ${Math.ceil(waitMs / 1000)} s.`);
    await this.write(target, () => target.driver.write(code, accepted));
    await this.forget(code);
  }

  async forceSet(code: string, value: unknown): Promise<void> {
    const { target, accepted } = this.check(code, value);
    const { overrides } = target.driver;
    if (overrides) {
      await this.write(target, () => overrides.force(code, accepted));
      return;
    }
    if (!this.forced.has(code)) {
      const before = this.points.known(code)?.value ?? null;
      if (before === null || typeof before === 'string') {
        throw new DomainError(
          'conflict',
          'not_read',
          `The point ${code} has not been read yet, so a forced value could not be released.`,
        );
      }
      // Stored before the write: after a crash, the value can still be released.
      await this.store.saveForced(code, before);
      this.forced.set(code, before);
    }
    await this.write(target, () => target.driver.write(code, accepted));
  }

  async release(code: string): Promise<void> {
    const definition = this.points.find(code);
    if (!definition) throw DomainError.notFound(`The point ${code}`);
    const before = this.forced.get(code);
    if (before === undefined && !definition.writable) return;
    const target = this.target(code);
    const { overrides } = target.driver;
    if (overrides) {
      await this.write(target, () => overrides.release(code));
      return;
    }
    if (before === undefined) return;
    await this.write(target, () => target.driver.write(code, before));
    await this.forget(code);
  }

  private check(code: string, value: unknown): { target: WritablePoint; accepted: Value } {
    const definition = this.points.find(code);
    if (!definition) throw DomainError.notFound(`The point ${code}`);
    if (definition.dataType !== 'string')
      return { accepted: acceptedValue(definition, value), target: this.target(code) };
    const target = this.target(code);
    return { accepted: numberOf(code, target.point.labels ?? {}, value), target };
  }

  private target(code: string): WritablePoint {
    const target = this.writableByCode.get(code);
    if (target) return target;
    throw new DomainError(
      'conflict',
      'disabled',
      `The point ${code} is not writable, or its connection is off.`,
    );
  }

  /** Notes the time before the write: a write without an answer may have reached the device. */
  private async write({ point }: WritablePoint, send: () => Promise<void>): Promise<void> {
    const before = this.writtenMs.get(point.code);
    this.writtenMs.set(point.code, performance.now());
    try {
      await send();
    } catch (error) {
      const isUnwritten =
        error instanceof DomainError && (error.kind === 'invalid' || error.code === 'not_sent');
      if (isUnwritten) this.writtenMs.set(point.code, before ?? -Infinity);
      throw error;
    }
  }

  /** The device has the value already, so a failure of the database is not one of the write. */
  private async forget(code: string): Promise<void> {
    if (!this.forced.delete(code)) return;
    try {
      await this.store.deleteForced(code);
    } catch (error) {
      this.logger.error({ err: error, code }, 'a forced value is still stored after its end');
    }
  }
}

function interlock(message: string): DomainError {
  return new DomainError('forbidden', 'interlock', message);
}
