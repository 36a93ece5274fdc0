import { releaseOverride } from '@app/contracts';
import {
  isDuplicateKey,
  type PointJson,
  type PointOverrideEntity,
  type PointWriteEntity,
} from '@app/entities';
import { GatewayClient } from '@app/gateway-client';
import { type Actor, Clock, DomainError, parseInstant, say } from '@app/kernel';
import { JobClient, jobIdFor } from '@app/queue';
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import type { WriteSteps } from '../point-writes/point-write';
import { PointWriter } from '../point-writes/point-writer';
import { assertUnclaimed, claimFrom, overrideBusy } from './override-claims';
import { deleteOverride, insertOverride, lockOverride, updateOverride } from './point-overrides.queries';

export interface ForcedValueInput {
  code: string;
  value: PointJson;
  reason?: string | null;
  /**
   * ISO 8601. Without an offset, the time is in the platform's time zone. Null for an override that does not expire.
   */
  expiresAt?: string | null;
}

/** Forces values of points despite interlocks. */
@Injectable()
export class PointOverridesService {
  private readonly logger = new Logger(PointOverridesService.name);

  constructor(
    private readonly writer: PointWriter,
    private readonly gateway: GatewayClient,
    private readonly configuration: ConfigurationService,
    private readonly jobs: JobClient,
    private readonly clock: Clock,
  ) {}

  /**
   * Forces a value. The new override replaces an earlier override of the point. When the new override is released, the
   * value from before the earlier override is restored.
   * @param requestKey identifies repeats of one request within 24 hours
   * @throws DomainError invalid if `expiresAt` is not in the future; `override_busy`; the gateway's error, whose
   *   message says whether anything was written
   */
  async force(actor: Actor, input: ForcedValueInput, requestKey?: string): Promise<PointWriteEntity> {
    const { code, value, reason = null, expiresAt = null } = input;
    const expiry = expiresAt && parseInstant(expiresAt, await this.configuration.timezone());
    if (expiry && expiry.getTime() <= this.clock.nowMs()) {
      throw DomainError.ofField('expiresAt', say('in_the_past'));
    }
    const repeat =
      requestKey === undefined
        ? undefined
        : { scope: scopeOf(actor), key: requestKey, body: { code, value, reason, expiresAt } };
    try {
      const steps = this.stepsOf(expiry || null);
      const write = await this.writer.write(actor, { kind: 'force_set', code, value, reason }, steps, repeat);
      if (expiry) this.queueRelease(write.id, expiry);
      return write;
    } catch (error) {
      throw isDuplicateKey(error) ? overrideBusy() : error;
    }
  }

  private stepsOf(expiresAt: Date | null): WriteSteps {
    let replaced: PointOverrideEntity | null = null;
    return {
      begin: async (manager, write) => {
        replaced = await this.replace(manager, write, expiresAt);
      },
      send: ({ code, value, reason }, limitMs) =>
        this.gateway.forceSet(code, value, reason ?? '', { limitMs }),
      end: async (manager, write) => {
        // If the outcome is unknown, the value may be in force, so the override is kept until it is released.
        if (write.status === 'written' || write.status === 'unknown') {
          await updateOverride(manager, write.id, { claimedUntil: null });
          return;
        }
        await deleteOverride(manager, write.id);
        if (replaced) await insertOverride(manager, replaced);
      },
    };
  }

  /** @returns the override that the new one replaces */
  private async replace(
    manager: EntityManager,
    { id, code, value, previousValue, reason, userId, username, at }: PointWriteEntity,
    expiresAt: Date | null,
  ): Promise<PointOverrideEntity | null> {
    const nowMs = this.clock.nowMs();
    const replaced = await lockOverride(manager, { code });
    if (replaced) {
      assertUnclaimed(replaced, nowMs);
      await deleteOverride(manager, replaced.id);
    }
    await insertOverride(manager, {
      id,
      code,
      value,
      previousValue: replaced ? replaced.previousValue : previousValue,
      reason,
      userId,
      username,
      createdAt: at,
      expiresAt,
      dueAt: expiresAt,
      claimedUntil: claimFrom(nowMs, this.writer.limitMs),
      attempts: 0,
      lastError: null,
    });
    return replaced;
  }

  /**
   * Queues a job that releases the override on time. Without the job, the sweep would release it some seconds later.
   */
  private queueRelease(id: string, expiry: Date): void {
    const delayMs = Math.max(0, expiry.getTime() - this.clock.nowMs());
    this.jobs
      .enqueue(releaseOverride, { overrideId: id }, { jobId: jobIdFor(releaseOverride, id, 0), delayMs })
      .catch((error: unknown) => {
        this.logger.warn(
          { err: error, overrideId: id },
          'The release of an override could not be queued. The sweep releases it after its expiry.',
        );
      });
  }
}

function scopeOf(actor: Actor): string {
  return `iot-force-set/${actor.scope}`;
}
