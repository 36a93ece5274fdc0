import {
  alertsChanged,
  energyUpdated,
  faultCountsChanged,
  pointValuesChanged,
  weatherObserved,
  widgetCreated,
  widgetUpdated,
  type WidgetUpdate,
} from '@app/contracts';
import { Environment } from '@app/config';
import type { WidgetJson, WriteGuard } from '@app/entities';
import { EventBus, type Unsubscribe } from '@app/events';
import { chunksOf, pause, repeatUntilAborted, WakeUp } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { type BoundWidget, DueWidgets } from './due-widgets';
import { bindingOf, showsWeather } from './widget-binding';
import { WidgetDataService } from './widget-data.service';
import { WidgetSnapshots } from './widget-snapshots';

/**
 * How often all widgets are computed. This is needed, because the bus may lose events, and some figures change as time
 * passes.
 */
const PASS_EVERY_MS = 30_000;
const WIDGETS_PER_TRANSACTION = 20;

/**
 * Keeps the stored data of widgets up to date. Data is computed once for all viewers, and published only if it has
 * changed. Only one process may do this at a time.
 */
@Injectable()
export class WidgetRefreshService {
  private readonly logger = new Logger(WidgetRefreshService.name);

  constructor(
    private readonly data: WidgetDataService,
    private readonly snapshots: WidgetSnapshots,
    private readonly bus: EventBus,
    private readonly environment: Environment,
  ) {}

  /**
   * Computes widgets when their sources change, until `signal` is aborted. Changes that occur within
   * `WIDGET_REFRESH_SECONDS` are combined.
   */
  async follow(guard: WriteGuard, signal: AbortSignal): Promise<void> {
    const due = new DueWidgets();
    const wakeUp = new WakeUp();
    const subscriptions = this.subscribe(due, wakeUp);
    const everyMs = this.environment.WIDGET_REFRESH_SECONDS * 1000;
    let passAtMs = -Infinity;
    await repeatUntilAborted(
      signal,
      async () => {
        if (performance.now() >= passAtMs) {
          due.markAll();
          passAtMs = performance.now() + PASS_EVERY_MS;
        }
        if (!(await this.attempt(due, guard, signal))) passAtMs = -Infinity;
        await pause(everyMs, signal);
        return Math.max(0, passAtMs - performance.now());
      },
      wakeUp,
    );
    for (const unsubscribe of subscriptions) unsubscribe();
  }

  private async refresh(due: DueWidgets, guard: WriteGuard, signal: AbortSignal): Promise<void> {
    const isDue = due.take();
    const widgets = (await this.snapshots.widgets()).filter(
      (widget) => isDue(widget) && this.isShown(widget),
    );
    /** Widgets with the same binding share one computation. */
    const computed = new Map<string, WidgetJson>();
    for (const part of chunksOf(widgets, WIDGETS_PER_TRANSACTION)) {
      const updates: WidgetUpdate[] = [];
      for (const { id, type, readers, ...bound } of part) {
        if (signal.aborted) return;
        const key = `${bound.dataType} ${bound.dataJson}`;
        const data = computed.get(key) ?? (await this.data.compute(bindingOf(bound)));
        computed.set(key, data);
        updates.push({ widgetId: id, widgetType: type, data, ...(readers && { readers }) });
      }
      const changed = await this.snapshots.store(updates, guard);
      for (const update of changed) this.bus.publish(widgetUpdated, update);
    }
  }

  private isShown(widget: BoundWidget): boolean {
    return this.environment.WEATHER_API_KEY !== undefined || !showsWeather(widget);
  }

  /** @returns false if not all widgets could be computed */
  private async attempt(due: DueWidgets, guard: WriteGuard, signal: AbortSignal): Promise<boolean> {
    try {
      await this.refresh(due, guard, signal);
      return true;
    } catch (error) {
      if (!signal.aborted)
        this.logger.warn(
          { err: error },
          'The data of widgets could not be computed. It will be computed again.',
        );
      return false;
    }
  }

  private subscribe(due: DueWidgets, wakeUp: WakeUp): Unsubscribe[] {
    const marking =
      <Payload>(mark: (payload: Payload) => void) =>
      (payload: Payload) => {
        mark(payload);
        wakeUp.call();
      };
    return [
      this.bus.subscribe(
        weatherObserved,
        marking(() => due.markType('weather')),
      ),
      this.bus.subscribe(
        energyUpdated,
        marking(() => due.markType('energy')),
      ),
      this.bus.subscribe(
        alertsChanged,
        marking(() => due.markType('alerts')),
      ),
      this.bus.subscribe(
        faultCountsChanged,
        marking(() => due.markType('faults')),
      ),
      this.bus.subscribe(
        pointValuesChanged,
        marking(({ values }) => due.markPoints(values.map(({ code }) => code))),
      ),
      this.bus.subscribe(
        widgetCreated,
        marking(({ widgetId }) => due.markWidget(widgetId)),
      ),
    ];
  }
}
