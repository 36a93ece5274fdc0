import type { MeterEntity, WriteGuard } from '@app/entities';
import { GATEWAY_DISABLED, GatewayClient } from '@app/gateway-client';
import { chunksOf, Clock, DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { MetersService } from '../meters/meters.service';
import type { MeterReading } from '../arithmetic/meter-arithmetic';
import { LIVE_WINDOW_MS, liveStart } from '../meters/meter-settings';
import { isRefused, refusedStamps } from '../arithmetic/pruned-hours';
import { ReadingIntakeService } from '../meters/reading-intake.service';
import { eachInTurn } from './each-in-turn';
import { fetchWindow } from './fetch-window';
import { toReadings } from './gateway-readings';
import { HistoryWindow } from '../arithmetic/history-window';

/** Meters that are read from a time at most this long ago share calls. Every other meter gets its own calls. */
const SHARED_CALL_MS = 3_600_000;
const METERS_PER_CALL = 50;

/**
 * Each read of a silent meter overlaps the previous read by this time, or by two of the meter's intervals if they are
 * longer.
 */
const LOOK_BACK_MS = SHARED_CALL_MS / 2;

/** How long a backfill job runs before it yields to other jobs. */
const BACKFILL_TURN_MS = 20_000;

type CodeFilter = (code: string) => boolean;

/** Fetches the history of meters from their gateways. */
@Injectable()
export class MeterHistoryService {
  /**
   * The end of the last read of each silent meter. It is ignored if the start of the meter's live polling has changed
   * since.
   */
  private readonly readTo = new Map<number, { liveFromMs: number; toMs: number }>();

  constructor(
    private readonly meters: MetersService,
    private readonly gateway: GatewayClient,
    private readonly intake: ReadingIntakeService,
    private readonly clock: Clock,
  ) {}

  /** Clears the cache, because another process may have read the meters in the meantime. */
  forget(): void {
    this.readTo.clear();
  }

  /**
   * Reads every meter from its last stored reading up to now.
   * @param owns whether a code is read. Default: all. The codes of a gateway are read together, so that another gateway
   *   that fails does not delay them
   * @returns the number of new readings
   */
  async readLive(
    guard: WriteGuard | undefined,
    signal: AbortSignal,
    owns: CodeFilter = () => true,
  ): Promise<number> {
    const meters = await this.metersOf(owns);
    const nowMs = this.clock.nowMs();
    const starts = new Map(meters.map((meter) => [meter, this.readFrom(meter)]));
    const isBehind = (meter: MeterEntity) => nowMs - (starts.get(meter) ?? nowMs) > SHARED_CALL_MS;
    const recent = meters.filter((meter) => !isBehind(meter));
    const recentFromMs = Math.min(nowMs, ...recent.map((meter) => starts.get(meter) ?? nowMs));
    const calls = [
      ...chunksOf(recent, METERS_PER_CALL).map(
        (group) => () => this.readTogether(group, recentFromMs, guard, signal),
      ),
      ...meters
        .filter(isBehind)
        .map((meter) => () => this.catchUp(meter, starts.get(meter) ?? nowMs, guard, signal)),
    ];
    let changed = 0;
    await eachInTurn(calls, signal, async (call) => {
      changed += await call();
    });
    return changed;
  }

  /**
   * Reads the last 48 hours of every meter again, because readings may arrive late or be corrected. This read ends
   * where live polling has ended. If this read stored a newer reading, live polling would continue after that reading,
   * and the readings in between would be lost.
   * @param owns see `readLive`
   */
  async readTrailing(
    guard: WriteGuard | undefined,
    signal: AbortSignal,
    owns: CodeFilter = () => true,
  ): Promise<number> {
    const nowMs = this.clock.nowMs();
    let changed = 0;
    await eachInTurn(await this.metersOf(owns), signal, async (meter) => {
      const fromMs = Math.max(nowMs - LIVE_WINDOW_MS, meter.since.getTime());
      const readToMs = Math.max(liveStart(meter) + 1, this.readToOf(meter) ?? Number.NEGATIVE_INFINITY);
      changed += await this.readWindows(meter, { fromMs, toMs: Math.min(readToMs, nowMs) }, guard, signal);
    });
    return changed;
  }

  /**
   * Fetches older history of a meter, then the range that is to be read again. Stops after a limited time. Each
   * window's readings and progress are saved in one transaction, so an interruption loses no saved window.
   * @returns false if nothing is left to fetch, or if the gateway of the meter is switched off
   */
  async backfill(meterId: number, signal: AbortSignal): Promise<boolean> {
    const more = await this.fetchForOneTurn(meterId, signal).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === GATEWAY_DISABLED) return null;
      throw error;
    });
    if (more === null) return false;
    await this.intake.take(meterId, [], {
      progress: ({ backfillTurn }) => ({ backfillTurn: backfillTurn + 1 }),
    });
    return more;
  }

  private async metersOf(owns: CodeFilter): Promise<MeterEntity[]> {
    return (await this.meters.listRead()).filter(({ pointCode }) => owns(pointCode));
  }

  private async fetchForOneTurn(meterId: number, signal: AbortSignal): Promise<boolean> {
    const endOfTurnMs = performance.now() + BACKFILL_TURN_MS;
    const window = new HistoryWindow();
    while (!signal.aborted) {
      const meter = await this.meters.find(meterId);
      if (!meter) return false;
      const isOlder = meter.backfilledTo < meter.liveFrom;
      if (!isOlder && !meter.rereadFrom) return false;
      if (performance.now() > endOfTurnMs) return true;
      await (isOlder ? this.backfillWindow(meter, window, signal) : this.rereadWindow(meter, window, signal));
    }
    return true;
  }

  /**
   * Returns the instant from which a meter is read. For a silent meter, this may be after its last reading. Readings
   * that appear later with an earlier timestamp are found by `readTrailing`.
   */
  private readFrom(meter: MeterEntity): number {
    const readToMs = this.readToOf(meter);
    if (readToMs === undefined) return liveStart(meter);
    const lookBackMs = Math.max(LOOK_BACK_MS, 2 * meter.intervalSeconds * 1000);
    return Math.max(liveStart(meter), readToMs - lookBackMs);
  }

  /**
   * The end of the meter's last read. Undefined if live polling was restarted after that read, because the meter
   * was added again or its `since` was moved to an earlier time.
   */
  private readToOf(meter: MeterEntity): number | undefined {
    const known = this.readTo.get(meter.id);
    return known?.liveFromMs === meter.liveFrom.getTime() ? known.toMs : undefined;
  }

  private async backfillWindow(
    meter: MeterEntity,
    window: HistoryWindow,
    signal: AbortSignal,
  ): Promise<void> {
    const fromMs = meter.backfilledTo.getTime();
    const { toMs, readings } = await this.fetchUnpruned(
      meter,
      { fromMs, limitMs: meter.liveFrom.getTime() },
      window,
      signal,
    );
    await this.intake.take(meter.id, readings, {
      // If a change of the meter has restarted the backfill in the meantime, the backfill continues at another window,
      // and nothing is stored.
      progress: (current) =>
        current.backfilledTo.getTime() === fromMs ? { backfilledTo: new Date(toMs) } : null,
    });
  }

  private async rereadWindow(meter: MeterEntity, window: HistoryWindow, signal: AbortSignal): Promise<void> {
    const { rereadFrom, rereadTo } = meter;
    if (!rereadFrom || !rereadTo) return;
    const fromMs = rereadFrom.getTime();
    const { toMs, readings } = await this.fetchUnpruned(
      meter,
      { fromMs, limitMs: rereadTo.getTime() },
      window,
      signal,
    );
    await this.intake.take(meter.id, readings, {
      progress: (current) => {
        if (current.rereadFrom?.getTime() !== fromMs) return null;
        const isDone = toMs >= (current.rereadTo?.getTime() ?? toMs);
        return isDone ? { rereadFrom: null, rereadTo: null } : { rereadFrom: new Date(toMs) };
      },
    });
  }

  /** Like `fetchWindow`, but skips readings that would be refused because their hours have been pruned. */
  private fetchUnpruned(
    meter: MeterEntity,
    { fromMs, limitMs }: { fromMs: number; limitMs: number },
    window: HistoryWindow,
    signal: AbortSignal,
  ): Promise<{ toMs: number; readings: MeterReading[] }> {
    if (!isRefused(meter, fromMs))
      return fetchWindow(this.gateway, meter, { fromMs, limitMs }, window, signal);
    const toMs = Math.min(refusedStamps(meter)?.toMs ?? limitMs, limitMs);
    return Promise.resolve({ toMs, readings: [] });
  }

  private async readTogether(
    meters: readonly MeterEntity[],
    fromMs: number,
    guard: WriteGuard | undefined,
    signal: AbortSignal,
  ): Promise<number> {
    const toMs = this.clock.nowMs();
    if (fromMs >= toMs) return 0;
    const series = await this.gateway.history({
      codes: meters.map(({ pointCode }) => pointCode),
      from: new Date(fromMs),
      to: new Date(toMs),
    });
    let changed = 0;
    await eachInTurn(meters.entries(), signal, async ([index, meter]) => {
      const readings = toReadings(series[index]?.values ?? [], { fromMs: liveStart(meter), toMs });
      if (isNews(meter, readings)) changed += await this.takeLive(meter, readings, guard);
      await this.markCaughtUp(meter, guard);
    });
    return changed;
  }

  /** Reads a single meter up to now. */
  private async catchUp(
    meter: MeterEntity,
    fromMs: number,
    guard: WriteGuard | undefined,
    signal: AbortSignal,
  ): Promise<number> {
    const toMs = this.clock.nowMs();
    const changed = await this.readWindows(meter, { fromMs, toMs }, guard, signal);
    if (signal.aborted) return changed;
    this.readTo.set(meter.id, { liveFromMs: meter.liveFrom.getTime(), toMs });
    await this.markCaughtUp(meter, guard);
    return changed;
  }

  private async markCaughtUp(meter: MeterEntity, guard: WriteGuard | undefined): Promise<void> {
    if (meter.liveCaughtUp) return;
    const progress = ({ liveFrom }: MeterEntity) =>
      liveFrom.getTime() === meter.liveFrom.getTime() ? { liveCaughtUp: true } : null;
    await this.intake.take(meter.id, [], { guard, progress });
  }

  private async readWindows(
    meter: MeterEntity,
    range: { fromMs: number; toMs: number },
    guard: WriteGuard | undefined,
    signal: AbortSignal,
  ): Promise<number> {
    const window = new HistoryWindow();
    let changed = 0;
    for (let fromMs = range.fromMs; fromMs < range.toMs && !signal.aborted;) {
      const { toMs, readings } = await fetchWindow(
        this.gateway,
        meter,
        { fromMs, limitMs: range.toMs },
        window,
        signal,
      );
      changed += await this.takeLive(meter, readings, guard);
      fromMs = toMs;
    }
    return changed;
  }

  /**
   * If the start of live polling has been moved during the call, nothing is stored, because the fetched range may
   * start too late.
   */
  private takeLive(
    meter: MeterEntity,
    readings: readonly MeterReading[],
    guard: WriteGuard | undefined,
  ): Promise<number> {
    const progress = ({ liveFrom }: MeterEntity) =>
      liveFrom.getTime() === meter.liveFrom.getTime() ? {} : null;
    return this.intake.take(meter.id, readings, { guard, progress });
  }
}

/** Returns false if the gateway returned only the reading that was already the newest. */
function isNews(meter: MeterEntity, readings: readonly MeterReading[]): boolean {
  return readings.some(({ atMs }) => atMs !== meter.lastReadingAt?.getTime());
}
