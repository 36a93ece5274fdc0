import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { validationDetails } from '@app/kernel';
import { type ClassConstructor, plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import {
  BacnetConfiguration,
  type BacnetDevice,
  type BacnetDeviceConfiguration,
  type BacnetPoint,
  type BacnetSettings,
} from '../bacnet/bacnet.dto';
import { networkProblems, objectRules, portProblems } from '../bacnet/object-rules';
import { isSwitch, objectOf } from '../bacnet/objects';
import { registerRules } from '../modbus/register-rules';
import {
  ModbusConfiguration,
  type ModbusDevice,
  type ModbusDeviceConfiguration,
  type ModbusPoint,
  type ModbusSettings,
  TemplateConfiguration,
} from '../modbus/modbus.dto';
import { lengthOf } from '../modbus/registers';
import { labelProblems } from '../serving/labels';
import { brokerProblems, topicRules } from '../mqtt/broker-rules';
import {
  BrokerConfiguration,
  type MqttPoint,
  type MqttSettings,
  type SparkplugSettings,
} from '../mqtt/mqtt.dto';
import { BridgeConfiguration } from './bridge-configuration.dto';
import type { BridgePoint, DeviceConfiguration, PointConfiguration } from './configuration.dto';
import type { Passwords } from './passwords';
import { pointsIn } from './points-file';

export type ConnectionSettings = ModbusSettings | BacnetSettings | MqttSettings | SparkplugSettings;

export type Unchecked = Record<string, unknown>;

const TEMPLATES = join(__dirname, '..', 'templates');

/** The configuration cannot be used. The message has one line for each problem. */
export class ConfigurationError extends Error {
  constructor(
    file: string,
    readonly problems: readonly string[],
  ) {
    super(problems.map((problem) => `${file}: ${problem}`).join('\n'));
    this.name = 'ConfigurationError';
  }
}

/**
 * Reads the connections from a JSON file, with the points of their templates and the contents of the files that it names.
 * @throws ConfigurationError that lists every problem
 */
export async function readConfiguration(file: string, passwords: Passwords): Promise<ConnectionSettings[]> {
  return settingsIn(file, await json(file), passwords);
}

/**
 * Like `readConfiguration`, for the content of the file.
 * @throws ConfigurationError that lists every problem
 */
export async function settingsIn(
  file: string,
  content: Unchecked,
  passwords: Passwords,
): Promise<ConnectionSettings[]> {
  const { connections } = checked(file, await withPointsFiles(file, content), BridgeConfiguration);
  // The settings get the contents of the files that are named.
  const brokers = connections.flatMap((each) => [
    ...brokerProblems(each),
    ...passwordProblems(each, passwords),
  ]);
  const settings = await Promise.all(connections.map((each) => settingsOf(each, passwords)));
  const points = settings.flatMap(({ devices }) => devices.flatMap((device): BridgePoint[] => device.points));
  const problems = [
    ...brokers,
    ...connections.flatMap(networkProblems),
    ...portProblems(connections),
    ...points.flatMap(problemsOf),
    ...repeatedCodes(points),
  ];
  if (problems.length > 0) throw new ConfigurationError(file, problems);
  return settings;
}

async function settingsOf(
  connection: BridgeConfiguration['connections'][number],
  passwords: Passwords,
): Promise<ConnectionSettings> {
  if (connection instanceof ModbusConfiguration)
    return Object.assign(connection, { devices: await Promise.all(connection.devices.map(modbusDevice)) });
  if (connection instanceof BacnetConfiguration)
    return Object.assign(connection, { devices: connection.devices.map(bacnetDevice) });
  const secrets = await readSecrets(connection, passwords);
  // Each branch keeps the type of its devices.
  return connection.protocol === 'mqtt'
    ? Object.assign(connection, secrets, { devices: connection.devices.map(withCodes) })
    : Object.assign(connection, secrets, { devices: connection.devices.map(withCodes) });
}

function withCodes<Point extends PointConfiguration & { type: string }, Device extends DeviceConfiguration>(
  device: Device & { points: Point[] },
): Device & { points: (Point & BridgePoint)[] } {
  return Object.assign(device, {
    points: device.points.map((point) => withCode(device, point, dataTypeOf(point))),
  });
}

function withCode<Point extends PointConfiguration>(
  { prefix }: DeviceConfiguration,
  point: Point,
  dataType: BridgePoint['dataType'],
): Point & BridgePoint {
  return Object.assign(point, { code: prefix + point.suffix, dataType });
}

function dataTypeOf({ type }: { type: string }): BridgePoint['dataType'] {
  if (type === 'string') return 'string';
  return type === 'bool' ? 'boolean' : 'number';
}

function bacnetDevice(device: BacnetDeviceConfiguration): BacnetDevice {
  const points = device.points.map((point): BacnetPoint => {
    const { objectId, tag } = objectOf(point.object);
    return Object.assign(withCode(device, point, isSwitch(point.object) ? 'boolean' : 'number'), {
      objectId,
      tag,
    });
  });
  return Object.assign(device, { points });
}

async function modbusDevice(device: ModbusDeviceConfiguration): Promise<ModbusDevice> {
  const { name, unit, mostRegisters, pollSeconds, template, points } = device;
  const own = template === undefined ? [] : (await readTemplate(template)).points;
  return {
    name,
    unit,
    mostRegisters,
    pollSeconds,
    points: [...own, ...points].map((point): ModbusPoint => {
      return Object.assign(withCode(device, point, dataTypeOf(point)), { length: lengthOf(point) });
    }),
  };
}

function passwordProblems(connection: object, passwords: Passwords): string[] {
  if (!(connection instanceof BrokerConfiguration)) return [];
  const { name, url, username, password } = connection;
  const isUsable = password === undefined || passwords.decrypted(password, { url, username }) !== null;
  return isUsable ? [] : [`${name} needs its password again, because it belongs to another account or key`];
}

async function readSecrets(
  { url, username, password, passwordFile, caFile }: BrokerConfiguration,
  passwords: Passwords,
): Promise<{ password?: string; ca?: string }> {
  return {
    ...(password !== undefined && { password: passwords.decrypted(password, { url, username }) ?? '' }),
    // Editors end a file with a new line.
    ...(passwordFile !== undefined && {
      password: (await contentOf(passwordFile)).toString().replace(/\r?\n$/, ''),
    }),
    ...(caFile !== undefined && { ca: (await contentOf(caFile)).toString() }),
  };
}

async function contentOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new ConfigurationError(file, [(error as Error).message]);
  }
}

/** The names of all templates. */
export async function templateNames(): Promise<string[]> {
  return (await readdir(TEMPLATES)).map((file) => basename(file, '.json')).toSorted();
}

/** @throws ConfigurationError if there is no such template */
export async function readTemplate(name: string): Promise<TemplateConfiguration> {
  const file = join(TEMPLATES, `${name}.json`);
  return checked(file, await json(file), TemplateConfiguration);
}

/** Puts the points of each `pointsFile` before those of the device, so that they are checked like these. */
async function withPointsFiles(file: string, { connections, ...rest }: Unchecked): Promise<object> {
  if (!Array.isArray(connections)) return { connections, ...rest };
  return { ...rest, connections: await Promise.all(connections.map((each) => withTables(file, each))) };
}

async function withTables(file: string, connection: unknown): Promise<unknown> {
  const { devices, ...rest } = Object(connection) as Unchecked;
  if (!Array.isArray(devices)) return connection;
  return { ...rest, devices: await Promise.all(devices.map((device) => withTable(file, device))) };
}

async function withTable(file: string, device: unknown): Promise<unknown> {
  const { pointsFile, points = [], ...rest } = Object(device) as Unchecked;
  if (typeof pointsFile !== 'string' || !Array.isArray(points)) return device;
  const table = resolve(dirname(file), pointsFile);
  const bytes = await contentOf(table);
  try {
    return { ...rest, points: [...pointsIn(bytes, rest.instance), ...points] };
  } catch (error) {
    throw new ConfigurationError(table, [(error as Error).message]);
  }
}

function checked<T extends object>(file: string, content: object, shape: ClassConstructor<T>): T {
  const value = plainToInstance(shape, content, { exposeDefaultValues: true });
  const faults = validateSync(value, {
    whitelist: true,
    forbidNonWhitelisted: true,
    validationError: { target: true },
  });
  const problems = validationDetails(faults).map(({ path, message }) => `${path} ${message}`);
  if (problems.length > 0) throw new ConfigurationError(file, problems);
  return value;
}

async function json(file: string): Promise<Unchecked> {
  const text = (await contentOf(file)).toString();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ConfigurationError(file, [(error as Error).message]);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Unchecked;
  throw new ConfigurationError(file, ['is not a JSON object']);
}

function problemsOf(point: BridgePoint): string[] {
  let rules: Iterable<string> = [];
  if ('table' in point) rules = registerRules(point as ModbusPoint);
  else if ('objectId' in point) rules = objectRules(point as BacnetPoint);
  else if ('topic' in point) rules = topicRules(point as MqttPoint);
  return [...rules, ...labelProblems(point, point.dataType)].map((problem) => `${point.code} ${problem}`);
}

function repeatedCodes(points: readonly BridgePoint[]): string[] {
  const seen = new Set<string>();
  const repeated = points.map(({ code }) => code).filter((code) => seen.size === seen.add(code).size);
  return [...new Set(repeated)].map((code) => `${code} is the code of several points`);
}
