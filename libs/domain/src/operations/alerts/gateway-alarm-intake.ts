import { inTransaction, type WriteGuard } from '@app/entities';
import { GatewayClient, type GatewayAlarm, type GatewayAlarmEvent } from '@app/gateway-client';
import { Actor, chunksOf, Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { alarmOperations, alarmOrigin, type AlarmReport, toAlarmReport } from './alarm-operations';
import type { AlertChange } from './alert-change';
import { originKey } from './alert-origin';
import { AlertWriter } from './alert-writer';
import {
  deleteOldAlarms,
  findKnownAlarms,
  newestAlarmAt,
  openAlarmTimes,
  storeAlarms,
} from './gateway-alarms.queries';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A gateway may report an alarm this long after the time at which it was raised. */
const LATEST_REPORT_MS = HOUR_MS;
/** How far back open alarms are searched when alarms are read for the first time. */
const FIRST_READING_MS = 30 * DAY_MS;
/** A gateway's clock may be ahead of ours by this much. */
const CLOCK_SKEW_MS = 5 * 60_000;
const PAGE_SIZE = 500;
const REPORTS_AT_ONCE = 1000;
const OPEN_ALARMS_AT_ONCE = 1000;
const PRUNED_AT_ONCE = 1000;
/** How long the records of cleared alarms are kept. At least `FIRST_READING_MS`. */
const KEPT_MS = 30 * DAY_MS;
const GATEWAY = Actor.system('gateway');

/** Turns alarms of the gateway into alerts. Only the worker that holds the ingestion lease calls it. */
@Injectable()
export class GatewayAlarmIntake {
  constructor(
    private readonly dataSource: DataSource,
    private readonly gateway: GatewayClient,
    private readonly writer: AlertWriter,
    private readonly clock: Clock,
  ) {}

  /** Processes alarms that the gateway has pushed, in the order of the stream. */
  accept(events: readonly GatewayAlarmEvent[], guard: WriteGuard): Promise<void> {
    return this.takeIn(events.map(toAlarmReport), guard);
  }

  /**
   * Reads alarms from the gateway. This finds alarms that were raised or cleared while nobody listened. Alarms that
   * ended before this service was installed are ignored.
   */
  async poll(guard: WriteGuard): Promise<void> {
    const nowMs = this.clock.nowMs();
    const newest = await newestAlarmAt(this.dataSource.manager);
    const fromMs = newest ? newest.getTime() - LATEST_REPORT_MS : nowMs - FIRST_READING_MS;
    const from = new Date(Math.min(fromMs, nowMs));
    await this.readRange(from, new Date(nowMs + CLOCK_SKEW_MS), !newest, guard);
    for (const range of await this.rangesOfOpenAlarms(from)) {
      await this.readRange(range.from, range.to, false, guard);
    }
  }

  /** Deletes the records of alarms that were cleared long ago. Their alerts stay. */
  async prune(signal: AbortSignal): Promise<void> {
    const before = new Date(this.clock.nowMs() - KEPT_MS);
    const { manager } = this.dataSource;
    while (!signal.aborted && (await deleteOldAlarms(manager, before, PRUNED_AT_ONCE)) === PRUNED_AT_ONCE);
  }

  /**
   * Returns ranges that contain every open alarm that was raised before `before`. Each range is only one hour long, so
   * few other alarms are read.
   */
  private async rangesOfOpenAlarms(before: Date): Promise<{ from: Date; to: Date }[]> {
    const times = await openAlarmTimes(this.dataSource.manager, before, OPEN_ALARMS_AT_ONCE);
    const ranges: { from: Date; to: Date }[] = [];
    for (const from of times) {
      const last = ranges.at(-1);
      if (last && from < last.to) continue;
      ranges.push({ from, to: new Date(from.getTime() + HOUR_MS) });
    }
    return ranges;
  }

  private async readRange(from: Date, to: Date, onlyOpen: boolean, guard: WriteGuard): Promise<void> {
    const read: GatewayAlarm[] = [];
    for (let page = 1; ; page++) {
      const { items, total } = await this.gateway.alarms({ from, to, page, limit: PAGE_SIZE });
      read.push(...items);
      if (items.length === 0 || page * PAGE_SIZE >= total) break;
    }
    const reports = read.filter(({ clearedAt }) => !onlyOpen || clearedAt === null);
    reports.sort((a, b) => (a.raisedAt < b.raisedAt ? -1 : 1));
    await this.takeIn(reports, guard);
  }

  /** A flood of reports is stored in several transactions, so that none of them takes long. */
  private async takeIn(reports: readonly AlarmReport[], guard: WriteGuard): Promise<void> {
    for (const chunk of chunksOf(reports, REPORTS_AT_ONCE)) await this.storeReports(chunk, guard);
  }

  private async storeReports(reports: readonly AlarmReport[], guard: WriteGuard): Promise<void> {
    const changes = await inTransaction(this.dataSource, async (manager) => {
      await guard(manager);
      const ids = [...new Set(reports.map(({ id }) => id))];
      const keys = [...new Set(reports.map(({ code }) => originKey(alarmOrigin(code))))];
      const { alarms, steps } = alarmOperations(reports, await findKnownAlarms(manager, ids, keys));
      await storeAlarms(manager, alarms);
      const made: AlertChange[] = [];
      for (const { raises, clears } of steps) {
        made.push(...(await this.writer.raise(manager, raises, GATEWAY)));
        made.push(...(await this.writer.clear(manager, clears, GATEWAY)));
      }
      return made;
    });
    this.writer.publish(changes);
  }
}
