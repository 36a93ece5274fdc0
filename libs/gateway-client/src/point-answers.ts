import type { PointValue } from '@app/contracts';
import {
  canonicalInstant,
  codeShape,
  countShape,
  instantShape,
  listOf,
  objectOf,
  optionalInstantShape,
  optionalTextShape,
  qualityShape,
  recordShape,
  shapeOf,
  textShape,
  trimmed,
} from './answer-shape';
import {
  GATEWAY_DEVICE_STATES,
  type GatewayConfiguration,
  type GatewayDevice,
  type GatewayPoint,
  type GatewaySeries,
  type GatewayTrial,
  type GatewayWriteResult,
} from './gateway-shapes';

type PointAnswer = Pick<GatewayPoint, 'code' | 'name' | 'writable'> &
  Partial<Pick<GatewayPoint, 'unit' | 'dataType' | 'group'> & { min: unknown; max: unknown; step: unknown }>;
type ValueAnswer = Omit<PointValue, 'timestamp'> & { timestamp: string | null };

/** Maximum length of the reason of a device that is kept. */
const LONGEST_REASON = 500;
const value = { code: codeShape, value: {}, quality: qualityShape };

const checkPoints = shapeOf<PointAnswer[]>(
  listOf(
    objectOf(
      {
        code: codeShape,
        name: textShape,
        unit: optionalTextShape,
        dataType: optionalTextShape,
        writable: { type: 'boolean' },
        group: optionalTextShape,
      },
      ['unit', 'dataType', 'group'],
    ),
  ),
);
const reasonShape = { ...objectOf({ code: textShape, message: textShape }), nullable: true };
const checkDevices = shapeOf<GatewayDevice[]>(
  listOf(
    objectOf({
      name: textShape,
      connection: textShape,
      protocol: textShape,
      state: { enum: GATEWAY_DEVICE_STATES },
      reason: reasonShape,
      codes: listOf(codeShape),
      goodPoints: countShape,
      lastValueAt: optionalInstantShape,
    }),
  ),
);
const checkConfiguration = shapeOf<Omit<GatewayConfiguration, 'schema'> & Partial<GatewayConfiguration>>(
  objectOf(
    {
      version: textShape,
      connections: listOf(recordShape),
      templates: listOf(textShape),
      schema: { ...recordShape, nullable: true },
    },
    ['schema'],
  ),
);
const checkTrial = shapeOf<GatewayTrial>(
  objectOf({
    devices: listOf(
      objectOf({
        name: textShape,
        reason: reasonShape,
        values: listOf(objectOf({ ...value, timestamp: instantShape })),
      }),
    ),
    found: listOf(recordShape),
    skipped: listOf(textShape),
  }),
);
const checkValues = shapeOf<ValueAnswer[]>(listOf(objectOf({ ...value, timestamp: optionalInstantShape })));
const checkValueEvent = shapeOf<PointValue>(objectOf({ ...value, timestamp: instantShape }));
const sampleShape = trimmed(objectOf({ timestamp: instantShape, value: {}, quality: qualityShape }));
const checkHistory = shapeOf<GatewaySeries[]>(
  listOf(trimmed(objectOf({ code: codeShape, values: listOf(sampleShape) }))),
);
const checkWriteResult = shapeOf<GatewayWriteResult>(objectOf({ success: { type: 'boolean' } }));

export function readPoints(body: unknown): GatewayPoint[] {
  return checkPoints(body).map(({ code, name, unit, dataType, writable, group, min, max, step }) => ({
    code,
    name,
    unit: unit ?? null,
    dataType: dataType ?? null,
    writable,
    group: group ?? null,
    min: numberOf(min),
    max: numberOf(max),
    step: numberOf(step),
  }));
}

export function readDevices(body: unknown): GatewayDevice[] {
  return checkDevices(body).map((device) => ({
    name: device.name,
    connection: device.connection,
    protocol: device.protocol,
    state: device.state,
    reason: reasonOf(device),
    codes: device.codes,
    goodPoints: device.goodPoints,
    lastValueAt: device.lastValueAt && canonicalInstant(device.lastValueAt),
  }));
}

function reasonOf({ reason }: Pick<GatewayDevice, 'reason'>): GatewayDevice['reason'] {
  return reason && { code: reason.code, message: reason.message.slice(0, LONGEST_REASON) };
}

export function readTrial(body: unknown): GatewayTrial {
  const { devices, found, skipped } = checkTrial(body);
  return {
    devices: devices.map((device) => ({
      name: device.name,
      reason: reasonOf(device),
      values: device.values.map(({ code, value, quality, timestamp }) => ({
        code,
        value,
        quality,
        timestamp: canonicalInstant(timestamp),
      })),
    })),
    found,
    skipped,
  };
}

export function readConfiguration(body: unknown): GatewayConfiguration {
  const { version, connections, templates, schema = null } = checkConfiguration(body);
  return { version, connections, templates, schema };
}

/** These fields are not part of every gateway's contract, so any other value counts as not known. */
function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/**
 * Reads the values in an answer.
 * @param askedAt used as the time of values for which the gateway reports no time
 */
export function readValues(body: unknown, askedAt: string): PointValue[] {
  return checkValues(body).map(({ code, value, quality, timestamp }) => ({
    code,
    value,
    quality,
    timestamp: timestamp === null ? askedAt : canonicalInstant(timestamp),
  }));
}

export function readValueEvent(body: unknown): PointValue {
  const { code, value, quality, timestamp } = checkValueEvent(body);
  return { code, value, quality, timestamp: canonicalInstant(timestamp) };
}

/** Changes the parsed answer itself: copies of the samples would take as much time as `JSON.parse`. */
export function readHistory(body: unknown): GatewaySeries[] {
  const series = checkHistory(body);
  for (const { values } of series)
    for (const sample of values) sample.timestamp = canonicalInstant(sample.timestamp);
  return series;
}

export function readWriteResult(body: unknown): GatewayWriteResult {
  return { success: checkWriteResult(body).success };
}
