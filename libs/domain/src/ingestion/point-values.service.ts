import { type PointValue, pointValuesChanged } from '@app/contracts';
import { inTransaction } from '@app/entities';
import { EventBus } from '@app/events';
import { GatewayClient } from '@app/gateway-client';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { IntakeOptions } from '../energy/reading-intake.service';
import { ListenersService } from '../occurrences/listeners.service';
import type { Occurrence } from '../occurrences/occurrence';
import { OccurrencesService } from '../occurrences/occurrences.service';
import { readPointValues, storePointValues } from './point-values.queries';

/** How long the list of the gateway's points is taken for whole. */
const POINTS_FRESH_MS = 10 * 60_000;

type Guard = IntakeOptions['guard'];

/** Keeps the last value of every point of the gateway, and tells of those that changed. */
@Injectable()
export class PointValuesService {
  private known: Map<string, PointValue> | undefined;
  private points: { codes: string[]; atMs: number } | undefined;
  /** What is polled and what is pushed take turns: each change is seen by one of them, against the value before it. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly dataSource: DataSource,
    private readonly gateway: GatewayClient,
    private readonly bus: EventBus,
    private readonly clock: Clock,
    private readonly listeners: ListenersService,
    private readonly occurrences: OccurrencesService,
  ) {}

  /** Forgets what is known, so that it is read from the database: another process may have written meanwhile. */
  forget(): void {
    this.known = undefined;
    this.points = undefined;
  }

  /** Asks the gateway for the values of all its points. */
  async poll(guard: Guard): Promise<void> {
    await this.accept(await this.gateway.values(await this.codes()), guard);
  }

  /**
   * Stores what is newer among `values`, and with it the changes that workflows watch; publishes what changed. Of
   * several values of a point the last counts. Calls are taken in one after the other.
   */
  accept(values: readonly PointValue[], guard: Guard): Promise<void> {
    const taken = this.turn.then(() => this.takeIn(values, guard));
    this.turn = taken.catch(() => undefined);
    return taken;
  }

  private async takeIn(values: readonly PointValue[], guard: Guard): Promise<void> {
    const known = await this.lastValues();
    const latest = new Map(values.map((value) => [value.code, value]));
    const newer = [...latest.values()].filter((value) => isNewer(value, known.get(value.code)));
    if (newer.length === 0) return;
    const changed = newer.filter((value) => isOther(value, known.get(value.code)));
    const watched = await this.watched(changed, known);
    try {
      await inTransaction(this.dataSource, async (manager) => {
        await guard?.(manager);
        await storePointValues(manager, newer);
        await this.occurrences.record(manager, watched);
      });
    } catch (error) {
      // It may be committed, and only its answer be lost: the database knows.
      this.known = undefined;
      throw error;
    }
    for (const value of newer) known.set(value.code, value);
    if (changed.length > 0) this.bus.publish(pointValuesChanged, { values: changed });
    if (watched.length > 0) this.occurrences.announce();
  }

  /** Those changes that some workflow watches; a point's first value is a change from nothing. */
  private async watched(
    changed: readonly PointValue[],
    known: ReadonlyMap<string, PointValue>,
  ): Promise<Occurrence[]> {
    if (changed.length === 0) return [];
    const watchers = await this.listeners.listening(this.dataSource.manager, 'state_change');
    return changed
      .filter(({ code }) => watchers.matching(code).length > 0)
      .map(({ code, value, quality, timestamp }) => {
        const previous = known.get(code)?.value ?? null;
        return {
          kind: 'state_change',
          name: code,
          payload: { code, value: value ?? null, previous, quality, timestamp },
        };
      });
  }

  private async codes(): Promise<string[]> {
    const nowMs = this.clock.nowMs();
    if (!this.points || nowMs - this.points.atMs > POINTS_FRESH_MS) {
      const points = await this.gateway.points();
      this.points = { codes: points.map(({ code }) => code), atMs: nowMs };
    }
    return this.points.codes;
  }

  private async lastValues(): Promise<Map<string, PointValue>> {
    if (!this.known) {
      const stored = await readPointValues(this.dataSource.manager);
      this.known = new Map(stored.map((value) => [value.code, value]));
    }
    return this.known;
  }
}

/** A value that was measured before the one that is known comes late and is passed over. */
function isNewer(value: PointValue, known: PointValue | undefined): boolean {
  if (!known) return true;
  return value.timestamp > known.timestamp || (value.timestamp === known.timestamp && isOther(value, known));
}

/** The same value measured again is worth a new stamp, but no event. */
function isOther(value: PointValue, known: PointValue | undefined): boolean {
  return !known || value.value !== known.value || value.quality !== known.quality;
}
