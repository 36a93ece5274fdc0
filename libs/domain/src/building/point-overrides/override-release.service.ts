import { releaseOverride, type ReleaseOverrideJob } from '@app/contracts';
import { inTransaction, type PointOverrideEntity, requireRow } from '@app/entities';
import { GatewayClient, type GatewayWriteResult, RELEASE_UNSUPPORTED } from '@app/gateway-client';
import { Actor, Clock, DomainError } from '@app/kernel';
import { type DueRecord, jobIdFor } from '@app/queue';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { WriteSteps } from '../point-writes/point-write';
import { PointWriter } from '../point-writes/point-writer';
import { assertUnclaimed, claimFrom, nextAttempt } from './override-claims';
import { deleteOverride, findDueOverrides, lockOverride, updateOverride } from './point-overrides.queries';

const NAME = 'The override';
/** The actor that releases expired overrides. */
const EXPIRY = Actor.system('override-expiry');

/** Releases overrides when an administrator requests it, and when they expire. */
@Injectable()
export class OverrideReleaseService {
  private readonly logger = new Logger(OverrideReleaseService.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly writer: PointWriter,
    private readonly gateway: GatewayClient,
    private readonly clock: Clock,
  ) {}

  /**
   * Releases an override. If the gateway fails, the override stays in force.
   * @throws DomainError not_found; `override_busy`; the gateway's error
   */
  async release(actor: Actor, id: string): Promise<void> {
    const { code, previousValue, reason } = await inTransaction(this.dataSource, (manager) =>
      requireRow(lockOverride(manager, { id }), NAME),
    );
    const request = { kind: 'release', code, value: previousValue, reason } as const;
    await this.writer.write(actor, request, this.stepsOf(id));
  }

  /** Releases an override that has expired. A failure is logged, and the release is retried later. */
  async releaseDue(id: string): Promise<void> {
    const override = await inTransaction(this.dataSource, (manager) => lockOverride(manager, { id }));
    if (!override?.dueAt || override.dueAt.getTime() > this.clock.nowMs()) return;
    try {
      await this.release(EXPIRY, id);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.kind === 'not_found' || error.code === 'override_busy') return;
      await this.postpone(id, error);
    }
  }

  /** Returns a job for each override that is due. */
  async findDue(limit: number): Promise<DueRecord<ReleaseOverrideJob>[]> {
    const due = await findDueOverrides(this.dataSource.manager, this.clock.now(), limit);
    return due.map(({ id, attempts }) => ({
      payload: { overrideId: id },
      jobId: jobIdFor(releaseOverride, id, attempts),
    }));
  }

  private stepsOf(id: string): WriteSteps {
    return {
      begin: (manager) => this.claim(manager, id),
      send: ({ code, value }, limitMs) => this.send(code, value, limitMs),
      end: async (manager, { status }) => {
        if (status === 'written') await deleteOverride(manager, id);
        else await updateOverride(manager, id, { claimedUntil: null });
      },
    };
  }

  private async claim(manager: EntityManager, id: string): Promise<void> {
    const nowMs = this.clock.nowMs();
    assertUnclaimed(await requireRow(lockOverride(manager, { id }), NAME), nowMs);
    await updateOverride(manager, id, { claimedUntil: claimFrom(nowMs, this.writer.limitMs) });
  }

  /** If the gateway does not support `release`, writes the value from before the override instead. */
  private async send(code: string, previousValue: unknown, limitMs: number): Promise<GatewayWriteResult> {
    const startedMs = performance.now();
    try {
      return await this.gateway.release(code, { limitMs });
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== RELEASE_UNSUPPORTED) throw error;
      return this.gateway.set(code, previousValue, {
        limitMs: limitMs - (performance.now() - startedMs),
        role: 'admin',
      });
    }
  }

  private async postpone(id: string, { code, reason }: DomainError): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const override = await lockOverride(manager, { id });
      if (!override) return;
      const attempts = override.attempts + 1;
      const changes: Partial<PointOverrideEntity> = {
        attempts,
        dueAt: nextAttempt(attempts, this.clock.nowMs()),
        lastError: reason,
      };
      await updateOverride(manager, id, changes);
      this.logger.warn(
        { overrideId: id, attempts, code },
        'An expired override could not be released. The release is retried later.',
      );
    });
  }
}
