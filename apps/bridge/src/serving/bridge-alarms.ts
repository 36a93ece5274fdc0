import {
  type Alarm,
  type AlarmChange,
  type AlarmConfig,
  AlarmConfigs,
  type ServedAlarms,
  type Value,
} from '@app/gateway-server';
import { type AlertSeverity, type Clock, newId, violates } from '@app/kernel';
import type { Logger } from 'pino';
import type { BridgeStore } from '../store/bridge-store';
import type { DeviceAlarm } from './driver';

/** How many changes the event stream can still report. */
const KEPT_CHANGES = 10_000;

type AlarmStore = Pick<
  BridgeStore,
  'alarms' | 'activeAlarms' | 'saveAlarm' | 'alarmConfigs' | 'saveAlarmConfig'
>;

/** The ids of the alarms of devices begin with this instead of the id of a configuration. */
const OF_DEVICE = 'device';

/**
 * Raises an alarm when a value violates the limit of a configuration, and clears it when the value has returned. Also
 * keeps the alarms that devices report.
 */
export class BridgeAlarms implements ServedAlarms {
  readonly configs: AlarmConfigs;
  private readonly recent: AlarmChange[] = [];
  /** Changes are stored one after another. */
  private storing: Promise<void> = Promise.resolve();

  private constructor(
    private readonly store: AlarmStore,
    private readonly clock: Clock,
    private readonly logger: Logger,
    configs: readonly AlarmConfig[],
    /** By the id of the configuration, with which the id of an alarm begins. */
    private readonly active: Map<string, Alarm>,
    /** The alarms of devices by the codes of their points. */
    private readonly ofDevices: Map<string, Alarm>,
  ) {
    this.configs = new AlarmConfigs(configs, async (id, config) => {
      await store.saveAlarmConfig(id, config);
      this.end(id);
    });
  }

  /**
   * @param codes the points. The alarms of others are cleared, because no value would end them
   * @param reporting the points whose devices report alarms
   */
  static async open(
    store: AlarmStore,
    { codes, reporting }: { codes: readonly string[]; reporting: readonly string[] },
    clock: Clock,
    logger: Logger,
  ): Promise<BridgeAlarms> {
    const [configs, active] = await Promise.all([store.alarmConfigs(), store.activeAlarms()]);
    const byConfig = new Map(
      active.filter((alarm) => !isOfDevice(alarm)).map((alarm) => [prefixOf(alarm), alarm]),
    );
    const ofDevices = new Map(active.filter(isOfDevice).map((alarm) => [alarm.code, alarm]));
    const alarms = new BridgeAlarms(store, clock, logger, configs, byConfig, ofDevices);
    const known = new Set(codes);
    for (const [id, { code }] of byConfig) if (!known.has(code)) alarms.end(id);
    const reported = new Set(reporting);
    for (const code of ofDevices.keys()) if (!reported.has(code)) alarms.report(code, null);
    return alarms;
  }

  /** Compares a new value of a point with the limits. */
  evaluate(code: string, value: Value, atMs: number): void {
    for (const config of this.configs.all()) {
      if (config.code !== code || !config.enabled) continue;
      const alarm = this.active.get(config.id);
      const isViolated = violates({ ...config, deadband: 0 }, Number(value), alarm !== undefined);
      if (isViolated && !alarm) this.active.set(config.id, this.raise(config, this.clock.nowMs(), atMs));
      if (!isViolated && alarm) this.end(config.id, atMs);
    }
  }

  /** Takes the state of a point from its device. @param reported null if the point is not in alarm */
  report(code: string, reported: DeviceAlarm | null): void {
    const alarm = this.ofDevices.get(code);
    const atMs = this.clock.nowMs();
    if (reported && !alarm)
      this.ofDevices.set(code, this.raise({ id: OF_DEVICE, code, ...reported }, atMs, reported.raisedAtMs));
    if (!reported && alarm) {
      this.ofDevices.delete(code);
      this.clear(alarm, atMs);
    }
  }

  async between(fromMs: number, toMs: number, _nowMs: number, level?: AlertSeverity): Promise<Alarm[]> {
    await this.storing;
    return this.store.alarms(fromMs, toMs, level);
  }

  changes(afterMs: number, untilMs: number): AlarmChange[] {
    return this.recent.filter(({ atMs }) => atMs > afterMs && atMs <= untilMs);
  }

  /** Resolves when all changes have been stored. */
  stored(): Promise<void> {
    return this.storing;
  }

  /** Clears the alarm of a configuration, for example because it was changed or deleted. The next value may raise it again. */
  private end(id: string, atMs = this.clock.nowMs()): void {
    const alarm = this.active.get(id);
    this.active.delete(id);
    if (alarm) this.clear(alarm, atMs);
  }

  private raise(
    { id, code, level, message }: Pick<AlarmConfig, 'id' | 'code' | 'level' | 'message'>,
    atMs: number,
    raisedAtMs = atMs,
  ): Alarm {
    const alarm = { id: `${id}/${newId()}`, code, level, message, raisedAtMs, clearedAtMs: null };
    this.record(alarm, 'raised', atMs);
    return alarm;
  }

  private clear(alarm: Alarm, atMs: number): void {
    // The clock may have been set back.
    const clearedAtMs = Math.max(alarm.raisedAtMs, atMs);
    this.record({ ...alarm, clearedAtMs }, 'cleared', this.clock.nowMs());
  }

  private record(alarm: Alarm, state: AlarmChange['state'], atMs: number): void {
    this.recent.push({ alarm, state, atMs });
    if (this.recent.length > KEPT_CHANGES) this.recent.shift();
    this.storing = this.storing
      .then(() => this.store.saveAlarm(alarm))
      .catch((error: unknown) => this.logger.error({ err: error }, 'an alarm cannot be stored'));
  }
}

function prefixOf({ id }: Alarm): string {
  return id.split('/')[0] ?? '';
}

function isOfDevice(alarm: Alarm): boolean {
  return prefixOf(alarm) === OF_DEVICE;
}
