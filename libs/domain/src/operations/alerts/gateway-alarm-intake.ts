import { inTransaction, MAIN_GATEWAY, type WriteGuard } from '@app/entities';
import type { GatewayAlarm, GatewayAlarmEvent, ListedGateway } from '@app/gateway-client';
import { Actor, chunksOf, Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { alarmOperations, alarmOrigin, toAlarmEvents } from './alarm-operations';
import { originKey } from './alert-origin';
import { AlertWriter } from './alert-writer';
import {
  deleteOldAlarms,
  findKnownAlarms,
  findPolledUntil,
  nextOpenAlarmAt,
  storeAlarms,
  storePolledUntil,
} from './gateway-alarms.queries';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A gateway may report an alarm this long after the time at which it was raised. */
const LATEST_REPORT_MS = HOUR_MS;
/** Maximum number of hours in which one poll searches for open alarms. The next poll continues there. */
const HOURS_PER_POLL = 20;
/** How far back open alarms are searched when alarms are read for the first time. */
const FIRST_READING_MS = 30 * DAY_MS;
/** A gateway's clock may be ahead of ours by this much. */
const CLOCK_SKEW_MS = 5 * 60_000;
const PAGE_SIZE = 500;
const EVENTS_AT_ONCE = 1000;
const PRUNED_AT_ONCE = 1000;
/** How long the records of cleared alarms are kept. At least `FIRST_READING_MS`. */
const KEPT_MS = 30 * DAY_MS;
const GATEWAY = Actor.system('gateway');

/** How far the polls of a gateway in this process have come. */
interface PollProgress {
  /** The next poll checks the open alarms that were raised at this time or later. */
  openAlarmsFrom: Date;
  /** When this process first tried to poll. */
  firstTriedAt: Date;
}

/** Turns alarms of the gateways into alerts. Only the worker that holds the ingestion lease calls it. */
@Injectable()
export class GatewayAlarmIntake {
  /** By the ids of the gateways. */
  private readonly progress = new Map<number, PollProgress>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly writer: AlertWriter,
    private readonly clock: Clock,
  ) {}

  /** Processes alarms that a gateway has pushed, in the order of the stream. */
  accept(gateway: ListedGateway, events: readonly GatewayAlarmEvent[], guard: WriteGuard): Promise<void> {
    return this.takeIn(gateway, events, guard);
  }

  /**
   * Reads alarms from a gateway. This finds alarms that were raised or cleared while nobody listened. Alarms that
   * ended before the first poll was tried are ignored, even if that poll failed. The time of the last successful poll
   * is stored, because a pushed alarm does not prove that earlier alarms were read.
   */
  async poll(gateway: ListedGateway, guard: WriteGuard): Promise<void> {
    const nowMs = this.clock.nowMs();
    const { id } = gateway.settings;
    const { firstTriedAt } = this.progressOf(id);
    const polledUntil = await findPolledUntil(this.dataSource.manager, id);
    const fromMs = polledUntil
      ? Math.min(polledUntil.getTime(), nowMs) - LATEST_REPORT_MS
      : nowMs - FIRST_READING_MS;
    const from = new Date(fromMs);
    const alarms = await this.read(gateway, from, new Date(nowMs + CLOCK_SKEW_MS));
    const isNews = ({ clearedAt }: GatewayAlarm) => clearedAt === null || new Date(clearedAt) >= firstTriedAt;
    const news = polledUntil ? alarms : alarms.filter(isNews);
    await this.takeIn(gateway, toAlarmEvents(news), guard);
    await inTransaction(this.dataSource, async (manager) => {
      await guard(manager);
      await storePolledUntil(manager, id, new Date(nowMs));
    });
    await this.checkOpenAlarms(gateway, from, guard);
  }

  /** Deletes the records of alarms that were cleared long ago. Their alerts stay. */
  async prune(signal: AbortSignal): Promise<void> {
    const before = new Date(this.clock.nowMs() - KEPT_MS);
    const { manager } = this.dataSource;
    while (!signal.aborted && (await deleteOldAlarms(manager, before, PRUNED_AT_ONCE)) === PRUNED_AT_ONCE);
  }

  /**
   * Reads the hours in which open alarms were raised before `before`, because these alarms may have been cleared. A
   * poll reads only some of the hours, and the following polls continue, until all open alarms have been checked.
   */
  private async checkOpenAlarms(gateway: ListedGateway, before: Date, guard: WriteGuard): Promise<void> {
    const { id } = gateway.settings;
    const progress = this.progressOf(id);
    const alarms: GatewayAlarm[] = [];
    try {
      for (let hours = 0; hours < HOURS_PER_POLL; hours++) {
        const from = await nextOpenAlarmAt(this.dataSource.manager, id, progress.openAlarmsFrom, before);
        if (!from) {
          progress.openAlarmsFrom = new Date(0);
          break;
        }
        const to = new Date(from.getTime() + HOUR_MS);
        // The position moves on before the call, so that an hour that the gateway cannot list does not block the others.
        progress.openAlarmsFrom = to;
        alarms.push(...(await this.read(gateway, from, to)));
      }
    } finally {
      await this.takeIn(gateway, toAlarmEvents(alarms), guard);
    }
  }

  private progressOf(gatewayId: number): PollProgress {
    const known = this.progress.get(gatewayId);
    if (known) return known;
    const progress = { openAlarmsFrom: new Date(0), firstTriedAt: this.clock.now() };
    this.progress.set(gatewayId, progress);
    return progress;
  }

  /** The alarms that the gateway lists for the range [from, to). */
  private async read({ client }: ListedGateway, from: Date, to: Date): Promise<GatewayAlarm[]> {
    const read: GatewayAlarm[] = [];
    for (let page = 1; ; page++) {
      const { items, total } = await client.alarms({ from, to, page, limit: PAGE_SIZE });
      read.push(...items);
      if (items.length === 0 || page * PAGE_SIZE >= total) return read;
    }
  }

  /** A flood of events is stored in several transactions, so that none of them takes long. */
  private async takeIn(
    { settings: { id }, owns }: ListedGateway,
    events: readonly GatewayAlarmEvent[],
    guard: WriteGuard,
  ): Promise<void> {
    const own = events
      .filter(({ code }) => owns(code))
      .map((event) => ({ ...event, id: keyOf(id, event.id) }));
    for (const chunk of chunksOf(own, EVENTS_AT_ONCE)) await this.storeEvents(id, chunk, guard);
  }

  private async storeEvents(
    gatewayId: number,
    events: readonly GatewayAlarmEvent[],
    guard: WriteGuard,
  ): Promise<void> {
    const changes = await inTransaction(this.dataSource, async (manager) => {
      await guard(manager);
      const ids = [...new Set(events.map(({ id }) => id))];
      const keys = [...new Set(events.map(({ code }) => originKey(alarmOrigin(code))))];
      const { alarms, histories } = alarmOperations(events, await findKnownAlarms(manager, ids, keys));
      await storeAlarms(manager, gatewayId, alarms);
      return this.writer.replay(manager, histories, GATEWAY);
    });
    this.writer.publish(changes);
  }
}

/** Ids of alarms are unique at their gateway only. Ids of the gateway of the environment were stored before as they are. */
function keyOf(gatewayId: number, alarmId: string): string {
  return gatewayId === MAIN_GATEWAY ? alarmId : `gateway ${gatewayId}: ${alarmId}`;
}
