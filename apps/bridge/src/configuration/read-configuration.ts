import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { validationDetails } from '@app/kernel';
import { type ClassConstructor, plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { isBitTable } from '../modbus/read-plan';
import { REGISTERS_OF } from '../modbus/registers';
import {
  BridgeConfiguration,
  type DeviceConfiguration,
  type ModbusDevice,
  type ModbusPoint,
  type ModbusSettings,
  type PointConfiguration,
  TemplateConfiguration,
} from './configuration.dto';

const TEMPLATES = join(__dirname, '..', 'templates');
const LARGEST_ADDRESS = 65_535;

/** The configuration cannot be used. The message has one line for each problem. */
export class ConfigurationError extends Error {
  constructor(file: string, problems: string[]) {
    super(problems.map((problem) => `${file}: ${problem}`).join('\n'));
    this.name = 'ConfigurationError';
  }
}

/**
 * Reads the connections from a JSON file, with the points of their templates.
 * @throws ConfigurationError that lists every problem
 */
export async function readConfiguration(file: string): Promise<ModbusSettings[]> {
  const { connections } = await parsed(file, BridgeConfiguration);
  const settings = await Promise.all(
    connections.map(async ({ devices, ...connection }) => ({
      ...connection,
      devices: await Promise.all(devices.map(withPoints)),
    })),
  );
  const points = settings.flatMap(({ devices }) => devices.flatMap((device) => device.points));
  const problems = [...points.flatMap(problemsOf), ...repeatedCodes(points)];
  if (problems.length > 0) throw new ConfigurationError(file, problems);
  return settings;
}

async function withPoints(device: DeviceConfiguration): Promise<ModbusDevice> {
  const { name, unit, mostRegisters, prefix, template, points } = device;
  const own = template === undefined ? [] : (await readTemplate(template)).points;
  return {
    name,
    unit,
    mostRegisters,
    points: [...own, ...points].map((point): ModbusPoint => {
      const length = isBitTable(point.table) ? 1 : REGISTERS_OF[point.type];
      return Object.assign(point, { code: prefix + point.suffix, length });
    }),
  };
}

/** @throws ConfigurationError if there is no such template */
export function readTemplate(name: string): Promise<TemplateConfiguration> {
  return parsed(join(TEMPLATES, `${name}.json`), TemplateConfiguration);
}

async function parsed<T extends object>(file: string, shape: ClassConstructor<T>): Promise<T> {
  const value = plainToInstance(shape, await json(file), { exposeDefaultValues: true });
  const faults = validateSync(value, {
    whitelist: true,
    forbidNonWhitelisted: true,
    validationError: { target: true },
  });
  const problems = validationDetails(faults).map(({ path, message }) => `${path} ${message}`);
  if (problems.length > 0) throw new ConfigurationError(file, problems);
  return value;
}

async function json(file: string): Promise<object> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new ConfigurationError(file, [(error as Error).message]);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new ConfigurationError(file, ['is not a JSON object']);
}

function problemsOf(point: ModbusPoint): string[] {
  return [...rulesOf(point)].map((problem) => `${point.code} ${problem}`);
}

function* rulesOf(point: PointConfiguration & { length: number }): Generator<string> {
  const { table, type, bit, absent, writable, length, address } = point;
  if (isBitTable(table)) {
    if (type !== 'bool') yield `is in the table ${table}, so its type must be bool`;
    if (bit !== undefined || absent !== undefined)
      yield `is in the table ${table}, so it has no bit or absent`;
  } else {
    if ((type === 'bool') !== (bit !== undefined)) yield 'needs a bit if its type is bool, and only then';
    if (absent !== undefined && absent.length !== length * 4) yield `needs ${length * 4} digits in absent`;
  }
  if (address + length - 1 > LARGEST_ADDRESS) yield `ends after the address ${LARGEST_ADDRESS}`;
  if (!writable) return;
  if (table === 'input' || table === 'discrete') yield `is in the table ${table}, which cannot be written`;
  if (bit !== undefined) yield 'is a bit of a register, which cannot be written';
}

function repeatedCodes(points: readonly ModbusPoint[]): string[] {
  const seen = new Set<string>();
  const repeated = points.map(({ code }) => code).filter((code) => seen.size === seen.add(code).size);
  return [...new Set(repeated)].map((code) => `${code} is the code of several points`);
}
