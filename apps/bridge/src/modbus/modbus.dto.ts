import { IsIn, IsInt, IsString, Length, Matches, Max, Min } from 'class-validator';
import {
  type BridgePoint,
  ConnectionConfiguration,
  DeviceConfiguration,
  ListOf,
  MayBeAbsent,
  PointConfiguration,
} from '../configuration/configuration.dto';
import { BYTE_ORDERS, type ByteOrder, REGISTERS_OF, type RegisterType } from './registers';

/** The tables of Modbus: holding and input registers of 16 bits, coils and discrete inputs of one bit. */
export const REGISTER_TABLES = ['holding', 'input', 'coil', 'discrete'] as const;
export type RegisterTable = (typeof REGISTER_TABLES)[number];

const REGISTER_TYPES = Object.keys(REGISTERS_OF) as RegisterType[];

export class ModbusPointConfiguration extends PointConfiguration {
  @IsIn(REGISTER_TABLES) table: RegisterTable;
  /** The address in the request, which begins at 0. Register 40001 of a manual is often the address 0. */
  @IsInt() @Min(0) @Max(65_535) address: number;
  @IsIn(REGISTER_TYPES) type: RegisterType = 'bool';
  @IsIn(BYTE_ORDERS) order: ByteOrder = 'ABCD';
  @MayBeAbsent() @IsInt() @Min(0) @Max(15) bit?: number;
  /** The width of a field of bits in a `uint16`, which begins at `bit`. */
  @MayBeAbsent() @IsInt() @Min(1) @Max(15) bits?: number;
  @MayBeAbsent() @Matches(/^([0-9a-fA-F]{4}){1,4}$/) absent?: string;
  /** The number of registers of a `string`, with two characters each. */
  @MayBeAbsent() @IsInt() @Min(1) @Max(60) length?: number;
}

export class ModbusDeviceConfiguration extends DeviceConfiguration {
  /** The unit id, by which a device behind the address is chosen. */
  @IsInt() @Min(0) @Max(255) unit = 1;
  /** Name of a file in `templates`, without `.json`. */
  @MayBeAbsent() @Matches(/^[a-z0-9-]+$/) template?: string;
  /** How many registers the device returns at once. */
  @IsInt() @Min(1) @Max(125) mostRegisters = 120;
  /** The device is read at multiples of this time, if they are less frequent than those of its connection. */
  @MayBeAbsent() @IsInt() @Min(1) @Max(86_400) pollSeconds?: number;
  @ListOf(10_000, () => ModbusPointConfiguration) points: ModbusPointConfiguration[] = [];
}

export class ModbusConfiguration extends ConnectionConfiguration {
  declare protocol: 'modbus-tcp' | 'modbus-rtu-over-tcp';
  @IsString() @Length(1, 253) host: string;
  @IsInt() @Min(1) @Max(65_535) port = 502;
  @IsInt() @Min(1) @Max(86_400) pollSeconds = 15;
  /** Pause between two requests, for devices that need one. */
  @IsInt() @Min(0) @Max(10_000) pauseMs = 0;
  @ListOf(250, () => ModbusDeviceConfiguration) devices: ModbusDeviceConfiguration[];
}

export class TemplateConfiguration {
  @IsString() name: string;
  /** The public register map from which the template was written. */
  @IsString() source: string;
  @ListOf(10_000, () => ModbusPointConfiguration) points: ModbusPointConfiguration[];
}

export interface ModbusPoint extends ModbusPointConfiguration, BridgePoint {
  /** Number of registers, or 1 bit. */
  length: number;
}

export interface ModbusDevice {
  name: string;
  unit: number;
  mostRegisters: number;
  pollSeconds?: number;
  points: ModbusPoint[];
}

export type ModbusSettings = Omit<ModbusConfiguration, 'devices'> & { devices: ModbusDevice[] };
