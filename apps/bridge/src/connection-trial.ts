import type { ServedSample } from '@app/gateway-server';
import { type Clock, DomainError, pause } from '@app/kernel';
import type { Logger } from 'pino';
import type { ConnectionSettings } from './configuration/read-configuration';
import { discovered, driverOf } from './protocols';
import type { ReadingSink } from './serving/driver';
import { labelled } from './serving/labels';
import { reasonOf } from './serving/reasons';

const SEARCH_MS = 4000;
/** The caller waits for a minute. */
const DESCRIPTION_MS = 45_000;
const READING_MS = 20_000;
const CHECK_MS = 100;

interface TrialValue extends Pick<ServedSample, 'value' | 'quality'> {
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

/** Searches devices that a connection does not have, beside the connections that run. */
export async function searchDevices(settings: ConnectionSettings, logger: Logger): Promise<ConnectionTrial> {
  const { devices: found, skipped } = await discovered(
    withoutTraces(settings),
    () => pause(SEARCH_MS),
    logger,
    AbortSignal.timeout(DESCRIPTION_MS),
  );
  return { devices: [], found, skipped };
}

/**
 * Reads the devices of a connection once.
 * @throws DomainError conflict if `signal` is aborted first
 */
export async function readDevices(
  settings: ConnectionSettings,
  clock: Clock,
  timeZone: string,
  logger: Logger,
  signal?: AbortSignal,
): Promise<ConnectionTrial> {
  const samples = new Map<string, ServedSample | null>();
  const sink: ReadingSink = {
    accept: (code, sample) => samples.set(code, sample),
    fail: (code) => samples.set(code, null),
    keep: () => undefined,
    alarm: () => undefined,
    // No value of the past is read.
    lastMs: () => clock.nowMs(),
  };
  const driver = driverOf(withoutTraces(settings), sink, clock, timeZone, logger);
  // Devices behind a broker send when they want.
  const mostMs = 'url' in settings ? SEARCH_MS + settings.timeoutMs : READING_MS;
  const untilMs = performance.now() + Math.min(mostMs, READING_MS);
  const isOpen = () =>
    !signal?.aborted &&
    driver.devices.some(
      (device) => driver.failureOf(device) === null && device.points.some(({ code }) => !samples.has(code)),
    );
  driver.start();
  try {
    while (isOpen() && performance.now() < untilMs) await pause(CHECK_MS);
    if (signal?.aborted)
      throw new DomainError('conflict', 'changed', 'The connections were changed meanwhile: try again.');
    const devices = driver.devices.map((device) => {
      const failure = driver.failureOf(device);
      const values = device.points.flatMap(({ code, labels }) => {
        const sample = samples.get(code);
        if (!sample) return [];
        const { atMs, quality } = sample;
        const value = labelled(sample.value, labels);
        return [{ code, value, quality, timestamp: new Date(atMs).toISOString() }];
      });
      return { name: device.name, reason: failure === null ? null : reasonOf(failure), values };
    });
    return { devices, found: [], skipped: [] };
  } finally {
    await driver.stop();
  }
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
