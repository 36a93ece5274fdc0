import type { Value } from '@app/gateway-server';
import { type Clock, groupBy } from '@app/kernel';
import type { Logger } from 'pino';
import type { ReadingSink } from '../serving/driver';
import type { Message } from './broker';
import { BrokerDriver } from './broker-driver';
import { commandMessage, Content, messageValue, type MessageValue } from './message-value';
import type { AvailabilityConfiguration, MqttDevice, MqttPoint, MqttSettings } from './mqtt.dto';

interface DeviceState {
  device: MqttDevice;
  /** The last wills that say in this connection that the device is offline. */
  offline: Set<AvailabilityConfiguration>;
  /** Values that become good when the device sends anything. */
  retained: Map<MqttPoint, Value>;
  /** When the points have got their last values: `by` the clock of the device, and `heardMs` by our own. */
  newest: Map<MqttPoint, { byMs: number; heardMs: number }>;
}

interface Will {
  state: DeviceState;
  will: AvailabilityConfiguration;
}

/**
 * Devices that publish their values on topics. A retained value without a time may be days old: it is uncertain until
 * the device sends a message.
 */
export class MqttConnection extends BrokerDriver<MqttPoint, MqttDevice> {
  private readonly states: DeviceState[];
  private readonly pointsByTopic: ReadonlyMap<string, { state: DeviceState; point: MqttPoint }[]>;
  private readonly willsByTopic: ReadonlyMap<string, Will[]>;

  constructor(settings: MqttSettings, sink: ReadingSink, clock: Clock, logger: Logger) {
    const { devices } = settings;
    // First whether a device is online, so that its retained values are not shown as new.
    const topics = [
      ...devices.flatMap(({ availability }) => availability.map(({ topic }) => topic)),
      ...devices.flatMap(({ points }) => points.map(({ topic }) => topic)),
    ];
    super(
      settings,
      { topics: [...new Set(topics)], onMessage: (message) => this.receive(message) },
      sink,
      clock,
      logger,
    );
    this.states = devices.map((device) => ({
      device,
      offline: new Set(),
      retained: new Map(),
      newest: new Map(),
    }));
    const targets = this.states.flatMap((state) => state.device.points.map((point) => ({ state, point })));
    this.pointsByTopic = groupBy(targets, ({ point }) => point.topic);
    const wills = this.states.flatMap((state) => state.device.availability.map((will) => ({ state, will })));
    this.willsByTopic = groupBy(wills, ({ will }) => will.topic);
  }

  protected override commandFor(point: MqttPoint, value: Value): { topic: string; payload: string } {
    return { topic: point.commandTopic ?? '', payload: commandMessage(value, point) };
  }

  protected override isOffline(device: MqttDevice): boolean {
    return this.states.some((state) => state.device === device && state.offline.size > 0);
  }

  protected override lose(): void {
    super.lose();
    for (const state of this.states) {
      state.offline.clear();
      state.retained.clear();
      state.newest.clear();
    }
  }

  /** Fails the points that have been silent for too long. */
  protected override check(): void {
    const nowMs = this.clock.nowMs();
    for (const { device, newest } of this.states) {
      const { silentAfterSeconds = Infinity } = device;
      for (const [point, { heardMs }] of newest) {
        if (nowMs - heardMs < silentAfterSeconds * 1000) continue;
        newest.delete(point);
        this.fail(point);
        this.logger.warn({ device: device.name, code: point.code }, 'a point is silent');
      }
    }
  }

  private receive({ topic, payload, isRetained }: Message): void {
    const content = new Content(payload.toString());
    for (const will of this.willsByTopic.get(topic) ?? []) this.setOnline(will, content, isRetained);
    for (const { state, point } of this.pointsByTopic.get(topic) ?? []) {
      const found = messageValue(content, point);
      if (!found) continue;
      if (isRetained) this.takeRetained(state, point, found);
      else this.takeLive(state, point, found);
    }
  }

  private takeLive(state: DeviceState, point: MqttPoint, { value, atMs }: MessageValue): void {
    state.retained.delete(point);
    this.showRetained(state);
    const heardMs = this.clock.nowMs();
    const byMs = this.plausible(atMs);
    if (value !== null && byMs !== undefined && byMs < (state.newest.get(point)?.byMs ?? 0)) {
      this.keep(point, value, byMs);
      return;
    }
    state.newest.set(point, { byMs: byMs ?? heardMs, heardMs });
    this.report(point, value, byMs);
  }

  private takeRetained(state: DeviceState, point: MqttPoint, { value, atMs }: MessageValue): void {
    const byMs = this.plausible(atMs);
    if (state.offline.size > 0 || value === null) this.fail(point);
    else if (byMs !== undefined) {
      state.newest.set(point, { byMs, heardMs: byMs });
      this.show(point, value, 'good', byMs);
    } else {
      this.show(point, value, 'uncertain');
      // With a time limit for silence, only a message of the point itself shows that the value is not too old.
      if (state.device.silentAfterSeconds === undefined) state.retained.set(point, value);
    }
  }

  /** The device sends, so the values that the broker has kept for it are its present ones. */
  private showRetained({ retained }: DeviceState): void {
    for (const [point, value] of retained) this.show(point, value, 'good');
    retained.clear();
  }

  /** A retained message says only that a device is offline. */
  private setOnline({ state, will }: Will, content: Content, isRetained: boolean): void {
    const { device, offline, retained, newest } = state;
    const { name, points } = device;
    const message = content.textAt(will.path);
    if (message === will.offline) {
      const wasOnline = offline.size === 0;
      offline.add(will);
      if (!wasOnline) return;
      this.logger.warn({ device: name }, 'a device is offline');
      retained.clear();
      newest.clear();
      for (const point of points) this.fail(point);
    } else if (message === will.online && !isRetained) {
      const wasOffline = offline.delete(will);
      if (offline.size > 0) return;
      if (wasOffline) this.logger.info({ device: name }, 'a device is online again');
      this.showRetained(state);
    }
  }
}
