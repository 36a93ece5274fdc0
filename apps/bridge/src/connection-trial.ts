import type { Sample } from '@app/gateway-server';
import { type Clock, DomainError, pause, withTimeout } from '@app/kernel';
import type { Logger } from 'pino';
import type { ConnectionSettings } from './configuration/read-configuration';
import { discovered, driverOf } from './protocols';
import type { ReadingSink } from './serving/driver';
import { reasonOf } from './serving/reasons';

const SEARCH_MS = 4000;
const READING_MS = 20_000;
const CHECK_MS = 100;
/** A caller waits a little longer. */
const LIMIT_MS = 50_000;

interface TrialValue extends Pick<Sample, 'value' | 'quality'> {
  code: string;
  timestamp: string;
}

/** The outcome of a trial. */
export interface ConnectionTrial {
  /** The devices of the connection, each with its values, or why it cannot be read. */
  devices: { name: string; reason: { code: string; message: string } | null; values: TrialValue[] }[];
  /** The devices that were found and do not belong to the connection, as they are written into the configuration. */
  found: object[];
  /** Everything else that was found, with the reason for which it cannot be written into the configuration. */
  skipped: string[];
}

/**
 * Reads the devices of a connection once, and searches others, beside the connections that run.
 * @throws DomainError conflict if the found devices do not describe themselves in time
 */
export async function tryConnection(
  settings: ConnectionSettings,
  clock: Clock,
  timeZone: string,
  logger: Logger,
): Promise<ConnectionTrial> {
  const apart = withoutTraces(settings);
  const tooLong = () =>
    new DomainError('conflict', 'too_long', `The devices have not answered within ${LIMIT_MS / 1000} s.`);
  const [devices, others] = await withTimeout(
    LIMIT_MS,
    () =>
      Promise.all([
        valuesOf(apart, clock, timeZone, logger),
        discovered(apart, () => pause(SEARCH_MS), logger),
      ]),
    tooLong,
  );
  const known = new Set(settings.devices.map(identityOf));
  const found = others.devices.filter((device) => !known.has(identityOf(device)));
  return { devices, found, skipped: others.skipped };
}

/** Two clients with one name would end each other's connection, and subscriptions would outlast the trial. */
function withoutTraces(settings: ConnectionSettings): ConnectionSettings {
  switch (settings.protocol) {
    case 'sparkplug':
      return { ...settings, clientId: undefined, hostId: undefined };
    case 'mqtt':
      return { ...settings, clientId: undefined };
    case 'bacnet-ip':
      return { ...settings, devices: settings.devices.map((device) => ({ ...device, subscribe: false })) };
    default:
      return settings;
  }
}

async function valuesOf(
  settings: ConnectionSettings,
  clock: Clock,
  timeZone: string,
  logger: Logger,
): Promise<ConnectionTrial['devices']> {
  const samples = new Map<string, Sample | null>();
  const sink: ReadingSink = {
    accept: (code, sample) => samples.set(code, sample),
    fail: (code) => samples.set(code, null),
    keep: () => undefined,
    // No value of the past is read.
    lastMs: () => clock.nowMs(),
  };
  const driver = driverOf(settings, sink, clock, timeZone, logger);
  // Devices behind a broker send when they want.
  const untilMs = clock.nowMs() + ('url' in settings ? SEARCH_MS : READING_MS);
  const isOpen = () =>
    driver.devices.some(
      (device) => driver.failureOf(device) === null && device.points.some(({ code }) => !samples.has(code)),
    );
  driver.start();
  try {
    while (isOpen() && clock.nowMs() < untilMs) await pause(CHECK_MS);
    return driver.devices.map((device) => {
      const failure = driver.failureOf(device);
      const values = device.points.flatMap(({ code }) => {
        const sample = samples.get(code);
        if (!sample) return [];
        const { atMs, value, quality } = sample;
        return [{ code, value, quality, timestamp: new Date(atMs).toISOString() }];
      });
      return { name: device.name, reason: failure === null ? null : reasonOf(failure), values };
    });
  } finally {
    await driver.stop();
  }
}

/** A device is the same if it has this in common. */
function identityOf(device: object): unknown {
  const { instance, path, name } = device as { instance?: number; path?: string; name?: string };
  return instance ?? path ?? name;
}
