import type { Value } from '@app/gateway-server';
import { type Clock, groupBy, repeatEvery } from '@app/kernel';
import type { Logger } from 'pino';
import type { ReadingSink } from '../serving/driver';
import type { Message } from './broker';
import { BrokerDriver } from './broker-driver';
import { commandMessage, messageValue } from './message-value';
import type { MqttDevice, MqttPoint, MqttSettings } from './mqtt.dto';

const SILENCE_CHECK_MS = 1000;

interface Retained {
  value: Value;
  atMs: number;
}

interface DeviceState {
  device: MqttDevice;
  /** Undefined while the device has not said so. */
  isOnline: boolean | undefined;
  /** Values that become good when the device says that it is online. */
  retained: Map<MqttPoint, Retained>;
  heardMs: Map<MqttPoint, number>;
}

/**
 * Devices that publish their values on topics. A retained value without a time may be days old: it is uncertain until
 * the device says that it is online.
 */
export class MqttConnection extends BrokerDriver<MqttPoint, MqttDevice> {
  private readonly states: DeviceState[];
  private readonly pointsByTopic: ReadonlyMap<string, { state: DeviceState; point: MqttPoint }[]>;
  private readonly statesByTopic: ReadonlyMap<string, DeviceState[]>;
  private readonly stopping = new AbortController();
  private watching: Promise<void> = Promise.resolve();

  constructor(settings: MqttSettings, sink: ReadingSink, clock: Clock, logger: Logger) {
    const { devices } = settings;
    const topics = devices.flatMap(({ points, availability }) => [
      ...points.map(({ topic }) => topic),
      ...(availability ? [availability.topic] : []),
    ]);
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
      heardMs: new Map(),
    }));
    const targets = this.states.flatMap((state) => state.device.points.map((point) => ({ state, point })));
    this.pointsByTopic = groupBy(targets, ({ point }) => point.topic);
    this.statesByTopic = groupBy(
      this.states.filter(({ device }) => device.availability),
      ({ device }) => device.availability?.topic ?? '',
    );
  }

  override start(): void {
    super.start();
    this.watching = repeatEvery(SILENCE_CHECK_MS, this.stopping.signal, () => this.failSilent());
  }

  override async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all([this.watching, super.stop()]);
  }

  protected override async send(point: MqttPoint, value: Value): Promise<void> {
    await this.broker.publish(point.commandTopic ?? '', commandMessage(value, point));
  }

  protected override lose(): void {
    super.lose();
    for (const state of this.states) {
      state.isOnline = undefined;
      state.retained.clear();
      state.heardMs.clear();
    }
  }

  private receive({ topic, payload, isRetained }: Message): void {
    const message = payload.toString();
    for (const state of this.statesByTopic.get(topic) ?? []) this.setOnline(state, message);
    for (const { state, point } of this.pointsByTopic.get(topic) ?? []) {
      const found = messageValue(message, point);
      if (!found) continue;
      state.heardMs.set(point, this.clock.nowMs());
      state.retained.delete(point);
      const { value, atMs } = found;
      if (!isRetained) this.report(point, value, atMs);
      else if (state.isOnline === false) this.fail(point);
      else this.reportRetained(state, point, value, atMs);
    }
  }

  private reportRetained(state: DeviceState, point: MqttPoint, value: Value | null, atMs?: number): void {
    const isSure = state.isOnline === true || atMs !== undefined;
    this.report(point, value, atMs, isSure ? 'good' : 'uncertain');
    if (!isSure && value !== null) state.retained.set(point, { value, atMs: this.clock.nowMs() });
  }

  private setOnline(state: DeviceState, message: string): void {
    const { name, availability, points } = state.device;
    const isOnline = message === availability?.online;
    if (!isOnline && message !== availability?.offline) return;
    if (isOnline && state.isOnline === false) this.logger.info({ device: name }, 'a device is online again');
    if (!isOnline && state.isOnline !== false) {
      this.logger.warn({ device: name }, 'a device is offline');
      for (const point of points) this.fail(point);
    }
    state.isOnline = isOnline;
    if (isOnline) for (const [point, { value, atMs }] of state.retained) this.report(point, value, atMs);
    state.retained.clear();
  }

  private async failSilent(): Promise<void> {
    const nowMs = this.clock.nowMs();
    for (const { device, heardMs } of this.states) {
      const { silentAfterSeconds = Infinity } = device;
      for (const [point, atMs] of heardMs) {
        if (nowMs - atMs < silentAfterSeconds * 1000) continue;
        heardMs.delete(point);
        this.fail(point);
        this.logger.warn({ device: device.name, code: point.code }, 'a point is silent');
      }
    }
  }
}
