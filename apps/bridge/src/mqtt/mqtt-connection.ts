import type { Value } from '@app/gateway-server';
import { type Clock, groupBy } from '@app/kernel';
import type { Logger } from 'pino';
import type { ReadingSink } from '../serving/driver';
import type { Message } from './broker';
import { BrokerDriver } from './broker-driver';
import { commandMessage, Content, messageValue, type MessageValue } from './message-value';
import type { MqttDevice, MqttPoint, MqttSettings } from './mqtt.dto';

interface DeviceState {
  device: MqttDevice;
  /** Undefined until the device has said it in this connection. A retained message says only that it is offline. */
  isOnline: boolean | undefined;
  /** Values that become good when the device sends anything. */
  retained: Map<MqttPoint, Value>;
  /** When the points have got their last values: `by` the clock of the device, and `heardMs` by our own. */
  newest: Map<MqttPoint, { byMs: number; heardMs: number }>;
}

/**
 * Devices that publish their values on topics. A retained value without a time may be days old: it is uncertain until
 * the device sends a message.
 */
export class MqttConnection extends BrokerDriver<MqttPoint, MqttDevice> {
  private readonly states: DeviceState[];
  private readonly pointsByTopic: ReadonlyMap<string, { state: DeviceState; point: MqttPoint }[]>;
  private readonly statesByTopic: ReadonlyMap<string, DeviceState[]>;

  constructor(settings: MqttSettings, sink: ReadingSink, clock: Clock, logger: Logger) {
    const { devices } = settings;
    // First whether a device is online, so that its retained values are not shown as new.
    const topics = [
      ...devices.flatMap(({ availability }) => (availability ? [availability.topic] : [])),
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
      isOnline: undefined,
      retained: new Map(),
      newest: new Map(),
    }));
    const targets = this.states.flatMap((state) => state.device.points.map((point) => ({ state, point })));
    this.pointsByTopic = groupBy(targets, ({ point }) => point.topic);
    this.statesByTopic = groupBy(
      this.states.filter(({ device }) => device.availability),
      ({ device }) => device.availability?.topic ?? '',
    );
  }

  protected override commandFor(point: MqttPoint, value: Value): { topic: string; payload: string } {
    return { topic: point.commandTopic ?? '', payload: commandMessage(value, point) };
  }

  protected override isOffline(device: MqttDevice): boolean {
    return this.states.find((state) => state.device === device)?.isOnline === false;
  }

  protected override lose(): void {
    super.lose();
    for (const state of this.states) {
      state.isOnline = undefined;
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
    for (const state of this.statesByTopic.get(topic) ?? []) this.setOnline(state, content, isRetained);
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
    if (state.isOnline === false || value === null) this.fail(point);
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

  private setOnline(state: DeviceState, content: Content, isRetained: boolean): void {
    const { name, availability, points } = state.device;
    const message = availability?.path === undefined ? content.text : content.at(availability.path);
    const isOnline = message === availability?.online;
    if (!isOnline && message !== availability?.offline) return;
    if (isOnline && isRetained) return;
    if (isOnline && state.isOnline === false) this.logger.info({ device: name }, 'a device is online again');
    if (!isOnline && state.isOnline !== false) {
      this.logger.warn({ device: name }, 'a device is offline');
      state.retained.clear();
      state.newest.clear();
      for (const point of points) this.fail(point);
    }
    state.isOnline = isOnline;
    if (isOnline) this.showRetained(state);
  }
}
