import type { MeterEntity } from '@app/entities';
import { GatewayClient } from '@app/gateway-client';
import { Clock, DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { AreasService } from '../energy/areas.service';
import type { MeterReading } from '../energy/meter-arithmetic';
import { LIVE_WINDOW_MS, liveStart } from '../energy/meter-settings';
import { portionsOf } from '../energy/portions-of';
import { isInPrunedHours, prunedHours } from '../energy/pruned-hours';
import { type IntakeOptions, ReadingIntakeService } from '../energy/reading-intake.service';
import { eachInTurn } from './each-in-turn';
import { toReadings } from './gateway-readings';
import { HistoryWindow } from './history-windows';

/** Meters that are read up to within this time of now share one call. */
const SHARED_CALL_MS = 3_600_000;
const METERS_PER_CALL = 50;

/** A meter that has nothing new to tell is asked again for this much at least, and for two of its own intervals. */
const LOOK_BACK_MS = SHARED_CALL_MS / 2;

/** How long one backfill job goes on before it lets others have their turn. */
const BACKFILL_TURN_MS = 20_000;

type Guard = IntakeOptions['guard'];

/** Brings the history of the meters in from the gateway. */
@Injectable()
export class MeterHistoryService {
  /**
   * Up to when meters were read that may have had nothing to tell since their last reading; for as long as their live
   * reading begins where it began then.
   */
  private readonly readTo = new Map<number, { liveFromMs: number; toMs: number }>();

  constructor(
    private readonly areas: AreasService,
    private readonly gateway: GatewayClient,
    private readonly intake: ReadingIntakeService,
    private readonly clock: Clock,
  ) {}

  /** Forgets up to when meters were read: another process may have read them meanwhile. */
  forget(): void {
    this.readTo.clear();
  }

  /**
   * Reads every meter from its last stored reading up to now.
   * @returns how many readings were new
   */
  async readLive(guard: Guard, signal: AbortSignal): Promise<number> {
    const meters = await this.areas.meters();
    const nowMs = this.clock.nowMs();
    const starts = new Map(meters.map((meter) => [meter, this.readFrom(meter)]));
    const isBehind = (meter: MeterEntity) => nowMs - (starts.get(meter) ?? nowMs) > SHARED_CALL_MS;
    const recent = meters.filter((meter) => !isBehind(meter));
    const recentFromMs = Math.min(nowMs, ...recent.map((meter) => starts.get(meter) ?? nowMs));
    const calls = [
      ...portionsOf(recent, METERS_PER_CALL).map(
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
   * Reads the last 48 hours of every meter again, as far as the live reading has come: what arrived late, or was
   * corrected, is taken in. Further on a newer reading would pass for the last stored one, and what lies before it for
   * read.
   */
  async readTrailing(guard: Guard, signal: AbortSignal): Promise<number> {
    const nowMs = this.clock.nowMs();
    let changed = 0;
    await eachInTurn(await this.areas.meters(), signal, async (meter) => {
      const fromMs = Math.max(nowMs - LIVE_WINDOW_MS, meter.since.getTime());
      const readToMs = Math.max(liveStart(meter) + 1, this.readToOf(meter) ?? Number.NEGATIVE_INFINITY);
      changed += await this.readWindows(meter, { fromMs, toMs: Math.min(readToMs, nowMs) }, guard, signal);
    });
    return changed;
  }

  /**
   * Fetches older history of a meter, and what is to be read again, window by window, for a while. Each window's
   * readings and the progress are written in one transaction, so an interrupted run loses nothing.
   * @returns false if nothing is left to fetch
   */
  async backfill(meterId: number, signal: AbortSignal): Promise<boolean> {
    const more = await this.fetchForOneTurn(meterId, signal);
    await this.intake.take(meterId, [], {
      progress: ({ backfillTurn }) => ({ backfillTurn: backfillTurn + 1 }),
    });
    return more;
  }

  private async fetchForOneTurn(meterId: number, signal: AbortSignal): Promise<boolean> {
    const endOfTurnMs = performance.now() + BACKFILL_TURN_MS;
    const window = new HistoryWindow();
    while (!signal.aborted) {
      const meter = await this.areas.meter(meterId);
      if (!meter) return false;
      const isOlder = meter.backfilledTo < meter.liveFrom;
      if (!isOlder && !meter.rereadFrom) return false;
      if (performance.now() > endOfTurnMs) return true;
      await (isOlder ? this.backfillWindow(meter, window) : this.rereadWindow(meter, window));
    }
    return true;
  }

  /** What a meter that fell silent says later, further back than this reaches, is left to the trailing read. */
  private readFrom(meter: MeterEntity): number {
    const readToMs = this.readToOf(meter);
    if (readToMs === undefined) return liveStart(meter);
    const lookBackMs = Math.max(LOOK_BACK_MS, 2 * meter.intervalSeconds * 1000);
    return Math.max(liveStart(meter), readToMs - lookBackMs);
  }

  /** Nothing is known of a meter that was taken out and put back meanwhile, or is to be read again. */
  private readToOf(meter: MeterEntity): number | undefined {
    const known = this.readTo.get(meter.id);
    return known?.liveFromMs === meter.liveFrom.getTime() ? known.toMs : undefined;
  }

  private async backfillWindow(meter: MeterEntity, window: HistoryWindow): Promise<void> {
    const fromMs = meter.backfilledTo.getTime();
    const { toMs, readings } = await this.fetchUnpruned(meter, fromMs, meter.liveFrom.getTime(), window);
    await this.intake.take(meter.id, readings, {
      // A request may have moved the start meanwhile: then this window is not the next one.
      progress: (current) =>
        current.backfilledTo.getTime() === fromMs ? { backfilledTo: new Date(toMs) } : null,
    });
  }

  private async rereadWindow(meter: MeterEntity, window: HistoryWindow): Promise<void> {
    const { rereadFrom, rereadTo } = meter;
    if (!rereadFrom || !rereadTo) return;
    const fromMs = rereadFrom.getTime();
    const { toMs, readings } = await this.fetchUnpruned(meter, fromMs, rereadTo.getTime(), window);
    await this.intake.take(meter.id, readings, {
      progress: (current) => {
        if (current.rereadFrom?.getTime() !== fromMs) return null;
        const isDone = toMs >= (current.rereadTo?.getTime() ?? toMs);
        return isDone ? { rereadFrom: null, rereadTo: null } : { rereadFrom: new Date(toMs) };
      },
    });
  }

  /** As `fetchWindow`, but passes over pruned hours: they would take nothing in. */
  private fetchUnpruned(
    meter: MeterEntity,
    fromMs: number,
    limitMs: number,
    window: HistoryWindow,
  ): Promise<{ toMs: number; readings: MeterReading[] }> {
    if (!isInPrunedHours(meter, fromMs)) return this.fetchWindow(meter, fromMs, limitMs, window);
    const toMs = Math.min(prunedHours(meter)?.toMs ?? limitMs, limitMs);
    return Promise.resolve({ toMs, readings: [] });
  }

  private async readTogether(
    meters: readonly MeterEntity[],
    fromMs: number,
    guard: Guard,
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

  /** Reads a meter by itself up to now. */
  private async catchUp(
    meter: MeterEntity,
    fromMs: number,
    guard: Guard,
    signal: AbortSignal,
  ): Promise<number> {
    const toMs = this.clock.nowMs();
    const changed = await this.readWindows(meter, { fromMs, toMs }, guard, signal);
    if (signal.aborted) return changed;
    this.readTo.set(meter.id, { liveFromMs: meter.liveFrom.getTime(), toMs });
    await this.markCaughtUp(meter, guard);
    return changed;
  }

  private async markCaughtUp(meter: MeterEntity, guard: Guard): Promise<void> {
    if (meter.liveCaughtUp) return;
    const progress = ({ liveFrom }: MeterEntity) =>
      liveFrom.getTime() === meter.liveFrom.getTime() ? { liveCaughtUp: true } : null;
    await this.intake.take(meter.id, [], { guard, progress });
  }

  private async readWindows(
    meter: MeterEntity,
    range: { fromMs: number; toMs: number },
    guard: Guard,
    signal: AbortSignal,
  ): Promise<number> {
    const window = new HistoryWindow();
    let changed = 0;
    for (let fromMs = range.fromMs; fromMs < range.toMs && !signal.aborted;) {
      const { toMs, readings } = await this.fetchWindow(meter, fromMs, range.toMs, window);
      changed += await this.takeLive(meter, readings, guard);
      fromMs = toMs;
    }
    return changed;
  }

  /** Where the meter was to be read anew meanwhile, nothing is taken: what was asked for began too late. */
  private takeLive(meter: MeterEntity, readings: readonly MeterReading[], guard: Guard): Promise<number> {
    const progress = ({ liveFrom }: MeterEntity) =>
      liveFrom.getTime() === meter.liveFrom.getTime() ? {} : null;
    return this.intake.take(meter.id, readings, { guard, progress });
  }

  /** The readings from `fromMs` on, as far as one call reaches: a window that the gateway cannot serve is narrowed. */
  private async fetchWindow(
    meter: MeterEntity,
    fromMs: number,
    limitMs: number,
    window: HistoryWindow,
  ): Promise<{ toMs: number; readings: MeterReading[] }> {
    for (;;) {
      const toMs = window.endOf(fromMs, limitMs);
      try {
        const [series] = await this.gateway.history({
          codes: [meter.pointCode],
          from: new Date(fromMs),
          to: new Date(toMs),
        });
        const readings = toReadings(series?.values ?? [], { fromMs, toMs });
        window.held(readings.length);
        return { toMs, readings };
      } catch (error) {
        const tooLong = error instanceof DomainError && error.kind === 'upstream_timeout';
        if (!tooLong || !window.narrow()) throw error;
      }
    }
  }
}

/** False where the gateway gave nothing but the reading that was the newest already. */
function isNews(meter: MeterEntity, readings: readonly MeterReading[]): boolean {
  return readings.some(({ atMs }) => atMs !== meter.lastReadingAt?.getTime());
}
