import { type BACNetObjectID, ObjectType, PropertyIdentifier } from '@bacnet-js/client';
import type { Logger } from 'pino';
import type { Discovered } from '../configuration/discovered';
import { networkReason } from '../serving/reasons';
import type { BacnetDeviceConfiguration, BacnetPointConfiguration, BacnetSettings } from './bacnet.dto';
import { DeviceLink, type LinkOptions, type PropertyResult, turnsOfNetwork } from './device-link';
import { DeviceLocator } from './device-locator';
import { keyOf, objectName, objectOf } from './objects';
import { isRefusal, unlessRefused } from './refusal';
import { symbolOf } from './units';

const { OBJECT_LIST, OBJECT_NAME, DESCRIPTION, UNITS } = PropertyIdentifier;
const DESCRIBED_BY = [OBJECT_NAME, DESCRIPTION, UNITS];
/** Texts may be long, so fewer objects fit into an answer than of values. */
const OBJECTS_AT_ONCE = 4;

type Described = Pick<BacnetDeviceConfiguration, 'name' | 'instance'> & {
  points: Partial<BacnetPointConfiguration>[];
};

/**
 * Searches devices that the connection does not have until `wait` resolves, and describes their objects.
 * @param signal ends the descriptions that are not complete
 */
export async function discoverBacnet(
  settings: BacnetSettings,
  wait: (found: ReadonlyMap<number, unknown>) => Promise<void>,
  logger: Logger,
  signal?: AbortSignal,
): Promise<Discovered> {
  const { timeoutMs } = settings;
  const known = new Set(settings.devices.map(({ instance }) => instance));
  const locator = new DeviceLocator(settings, logger);
  const skipped: string[] = [];
  try {
    const found = [...(await locator.findAll(wait))].filter(([instance]) => !known.has(instance));
    const turnAt = turnsOfNetwork();
    const described = await Promise.all(
      found.map(async ([instance, address]) => {
        try {
          const locate = () => Promise.resolve(address);
          return [await describeDevice({ instance, timeoutMs, turnAt, locate }, signal)];
        } catch (error) {
          const reason = signal?.aborted ? 'its description takes too long' : networkReason(error as Error);
          skipped.push(`device ${instance}: ${reason}`);
          return [];
        }
      }),
    );
    return { devices: described.flat(), skipped };
  } catch (error) {
    return { devices: [], skipped: [`all devices: ${networkReason(error as Error)}`] };
  } finally {
    locator.close();
  }
}

async function describeDevice(options: LinkOptions, signal?: AbortSignal): Promise<Described> {
  const { instance } = options;
  const link = new DeviceLink(options);
  const end = () => link.close();
  signal?.addEventListener('abort', end);
  const device = { type: ObjectType.DEVICE, instance };
  try {
    const [name] = await link.read(device, OBJECT_NAME);
    const objects = (await objectsOf(link, device)).filter((objectId) => objectName(objectId) !== null);
    const points: Partial<BacnetPointConfiguration>[] = [];
    for (let first = 0; first < objects.length; first += OBJECTS_AT_ONCE)
      points.push(...(await describeObjects(link, objects.slice(first, first + OBJECTS_AT_ONCE))));
    return { name: String(name?.value), instance, points };
  } finally {
    signal?.removeEventListener('abort', end);
    link.close();
  }
}

/** The list of a large device may fit into no answer, or take too long. It is then read one by one. */
async function objectsOf(link: DeviceLink, device: BACNetObjectID): Promise<BACNetObjectID[]> {
  const list = await link.read(device, OBJECT_LIST).catch(() => undefined);
  if (list) return list.map(({ value }) => value as BACNetObjectID);
  const objects: BACNetObjectID[] = [];
  const [count] = await link.read(device, OBJECT_LIST, 0);
  for (let index = 1; index <= Number(count?.value); index++) {
    const [object] = await link.read(device, OBJECT_LIST, index);
    if (object) objects.push(object.value as BACNetObjectID);
  }
  return objects;
}

async function describeObjects(
  link: DeviceLink,
  objects: readonly BACNetObjectID[],
): Promise<Partial<BacnetPointConfiguration>[]> {
  const results = await propertiesOf(link, objects);
  return objects.map((objectId) => {
    const properties = results.get(keyOf(objectId));
    const object = objectName(objectId) ?? '';
    const name = textOf(properties?.get(OBJECT_NAME)) || object;
    const unit = properties?.get(UNITS);
    return {
      suffix: name.replaceAll(/\s+/g, '_'),
      name: textOf(properties?.get(DESCRIPTION)) || name,
      unit: Array.isArray(unit) ? symbolOf(Number(unit[0]?.value)) : '',
      object,
      // Only points that can be made writable have this field.
      ...(objectOf(object).commands && { writable: false }),
    };
  });
}

async function propertiesOf(
  link: DeviceLink,
  objects: readonly BACNetObjectID[],
): Promise<Map<string, Map<number, PropertyResult>>> {
  const together = await unlessRefused(link.readMultiple(objects, DESCRIBED_BY));
  if (!isRefusal(together)) return together;
  const results = new Map<string, Map<number, PropertyResult>>();
  for (const objectId of objects) {
    const properties = new Map<number, PropertyResult>();
    for (const property of DESCRIBED_BY)
      properties.set(property, await unlessRefused(link.read(objectId, property)));
    results.set(keyOf(objectId), properties);
  }
  return results;
}

function textOf(result: PropertyResult | undefined): string {
  return Array.isArray(result) ? String(result[0]?.value ?? '') : '';
}
