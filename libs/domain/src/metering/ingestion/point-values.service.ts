import { type PointValue, pointValuesChanged } from '@app/contracts';
import { inTransaction, type WriteGuard } from '@app/entities';
import { EventBus } from '@app/events';
import type { ListedGateway, SingleGateway } from '@app/gateway-client';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ListenersService } from '../../platform/occurrences/listeners.service';
import type { Occurrence } from '../../platform/occurrences/occurrence';
import { OccurrencesService } from '../../platform/occurrences/occurrences.service';
import { readPointValues, storePointValues } from './point-values.queries';
import type { ValueFollower } from './value-follower';

/** How long the list of a gateway's points is cached. */
const POINTS_FRESH_MS = 10 * 60_000;

/** Stores the last value of every point of the gateways, and publishes changes. */
@Injectable()
export class PointValuesService {
  private known: Map<string, PointValue> | undefined;
  private points = new WeakMap<SingleGateway, { codes: string[]; atMs: number }>();
  /**
   * Polled and pushed values are processed one after the other, so that each value is compared with the previous one
   * and each change is detected once.
   */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly dataSource: DataSource,
    private readonly bus: EventBus,
    private readonly clock: Clock,
    private readonly listeners: ListenersService,
    private readonly occurrences: OccurrencesService,
  ) {}

  /** Clears the cache, because another process may have written in the meantime. */
  forget(): void {
    this.known = undefined;
    this.points = new WeakMap();
  }

  /** Reads the values of all points of a gateway. */
  async poll(gateway: ListedGateway, guard: WriteGuard | undefined, follower?: ValueFollower): Promise<void> {
    const codes = (await this.codes(gateway.client)).filter(gateway.owns);
    await this.accept(await gateway.client.values(codes), guard, follower);
  }

  /**
   * Stores newer values together with the changes that workflows listen for, and publishes changes. If a point has
   * several values, the last one counts. Calls are processed one after the other.
   */
  accept(
    values: readonly PointValue[],
    guard: WriteGuard | undefined,
    follower?: ValueFollower,
  ): Promise<void> {
    return this.inTurn(() => this.takeIn(values, guard, follower));
  }

  /**
   * Runs `work` in a transaction while no values are being stored.
   * @param work returns a function to call after the commit
   */
  inTransaction(
    guard: WriteGuard | undefined,
    work: (manager: EntityManager) => Promise<() => void>,
  ): Promise<void> {
    return this.inTurn(async () => {
      const committed = await inTransaction(this.dataSource, async (manager) => {
        await guard?.(manager);
        return work(manager);
      });
      committed();
    });
  }

  /**
   * The last stored value of each point. Values that are still being stored are not included. Only the worker that
   * holds the ingestion lease may call this.
   */
  async lastValues(): Promise<ReadonlyMap<string, PointValue>> {
    return this.knownValues();
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => undefined);
    return done;
  }

  private async takeIn(
    values: readonly PointValue[],
    guard: WriteGuard | undefined,
    follower?: ValueFollower,
  ): Promise<void> {
    const known = await this.knownValues();
    const latest = new Map(values.map((value) => [value.code, value]));
    const newer = [...latest.values()].filter((value) => isNewer(value, known.get(value.code)));
    if (newer.length === 0) return;
    const changed = newer.filter((value) => isOther(value, known.get(value.code)));
    const watched = await this.watched(changed, known);
    let followed: (() => void) | undefined;
    try {
      followed = await inTransaction(this.dataSource, async (manager) => {
        await guard?.(manager);
        await storePointValues(manager, newer);
        await this.occurrences.record(manager, watched);
        return follower?.takeIn(manager, newer);
      });
    } catch (error) {
      // The write may have been committed although the response was lost, so the state is read from the database again.
      this.known = undefined;
      throw error;
    }
    for (const value of newer) known.set(value.code, value);
    followed?.();
    if (changed.length > 0) this.bus.publish(pointValuesChanged, { values: changed });
    if (watched.length > 0) this.occurrences.announce();
  }

  /** The changes that a workflow listens for or that a node waits for. A point's first value is a change from null. */
  private async watched(
    changed: readonly PointValue[],
    known: ReadonlyMap<string, PointValue>,
  ): Promise<Occurrence[]> {
    if (changed.length === 0) return [];
    const { manager } = this.dataSource;
    const watchers = await this.listeners.listening(manager, 'state_change');
    const waits = await this.listeners.waiting(manager, 'state_change');
    return changed
      .filter(({ code }) => watchers.matching(code).length > 0 || waits.matching(code).length > 0)
      .map(({ code, value, quality, timestamp }) => {
        const previous = known.get(code)?.value ?? null;
        return {
          kind: 'state_change',
          name: code,
          payload: { code, value: value ?? null, previous, quality, timestamp },
        };
      });
  }

  private async codes(gateway: SingleGateway): Promise<string[]> {
    const nowMs = this.clock.nowMs();
    const known = this.points.get(gateway);
    if (known && nowMs - known.atMs <= POINTS_FRESH_MS) return known.codes;
    const codes = (await gateway.points()).map(({ code }) => code);
    this.points.set(gateway, { codes, atMs: nowMs });
    return codes;
  }

  private async knownValues(): Promise<Map<string, PointValue>> {
    if (!this.known) {
      const stored = await readPointValues(this.dataSource.manager);
      this.known = new Map(stored.map((value) => [value.code, value]));
    }
    return this.known;
  }
}

/** If a value was measured earlier than the stored one, it has arrived late and is dropped. */
function isNewer(value: PointValue, known: PointValue | undefined): boolean {
  if (!known) return true;
  return value.timestamp > known.timestamp || (value.timestamp === known.timestamp && isOther(value, known));
}

/** If the same value is measured again, the timestamp is updated without an event. */
function isOther(value: PointValue, known: PointValue | undefined): boolean {
  return !known || value.value !== known.value || value.quality !== known.quality;
}
