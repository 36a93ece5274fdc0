import type { Value } from '@app/gateway-server';
import { type Clock, DomainError } from '@app/kernel';
import type { Logger } from 'pino';
import type { Driver, Overrides, ReadingSink } from '../serving/driver';
import type { BacnetDevice, BacnetPoint, BacnetSettings } from './bacnet.dto';
import { turnsOfNetwork } from './device-link';
import { DeviceLocator } from './device-locator';
import { PolledDevice } from './polled-device';

/** Devices that speak BACnet/IP, or that a router connects to it. Each is read for itself, so none delays another. */
export class BacnetConnection implements Driver {
  readonly overrides: Overrides;
  private readonly locator: DeviceLocator;
  private readonly polled: PolledDevice[];
  private readonly targetByCode = new Map<string, { point: BacnetPoint; device: PolledDevice }>();

  constructor(
    private readonly settings: BacnetSettings,
    sink: ReadingSink,
    clock: Clock,
    timeZone: string,
    logger: Logger,
  ) {
    this.locator = new DeviceLocator(settings, logger);
    const network = { locator: this.locator, turnAt: turnsOfNetwork() };
    this.polled = settings.devices.map((each) => {
      const device = new PolledDevice(each, settings, network, sink, clock, timeZone, logger);
      for (const point of each.points) this.targetByCode.set(point.code, { point, device });
      return device;
    });
    const { forcePriority } = settings;
    this.overrides = {
      force: (code, value) => this.command(code, value, forcePriority),
      release: (code) => this.command(code, null, forcePriority),
    };
  }

  get devices(): readonly BacnetDevice[] {
    return this.settings.devices;
  }

  failureOf(device: BacnetDevice): string | null {
    return this.polled[this.devices.indexOf(device)]?.failureReason ?? null;
  }

  start(): void {
    for (const device of this.polled) device.start();
  }

  async stop(): Promise<void> {
    this.locator.close();
    await Promise.all(this.polled.map((device) => device.stop()));
  }

  /** Reads all devices once. */
  async poll(): Promise<void> {
    await Promise.all(this.polled.map((device) => device.poll()));
  }

  write(code: string, value: Value): Promise<void> {
    return this.command(code, value, this.settings.priority);
  }

  private async command(code: string, value: Value | null, priority: number): Promise<void> {
    const target = this.targetByCode.get(code);
    if (!target) throw DomainError.notFound(`The point ${code}`);
    await target.device.write(target.point, value, priority);
  }
}
