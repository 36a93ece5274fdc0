import { type Fold, FOLDS } from '@app/gateway-server';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsPositive,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  NotEquals,
  ValidateNested,
} from 'class-validator';
import { BYTE_ORDERS, type ByteOrder, REGISTERS_OF, type RegisterType } from '../modbus/registers';

/** The tables of Modbus: holding and input registers of 16 bits, coils and discrete inputs of one bit. */
export const REGISTER_TABLES = ['holding', 'input', 'coil', 'discrete'] as const;
export type RegisterTable = (typeof REGISTER_TABLES)[number];

const REGISTER_TYPES = Object.keys(REGISTERS_OF) as RegisterType[];

export class PointConfiguration {
  /** The code of the point is the prefix of its device and this suffix. */
  @Matches(/^[^\s]{1,200}$/) suffix: string;
  @IsString() @Length(1, 200) name: string;
  @IsString() @MaxLength(20) unit = '';
  @IsIn(REGISTER_TABLES) table: RegisterTable;
  /** The address in the request, which begins at 0. Register 40001 of a manual is often the address 0. */
  @IsInt() @Min(0) @Max(65_535) address: number;
  @IsIn(REGISTER_TYPES) type: RegisterType = 'bool';
  @IsIn(BYTE_ORDERS) order: ByteOrder = 'ABCD';
  @IsNumber() @NotEquals(0) scale = 1;
  @IsNumber() offset = 0;
  @IsOptional() @IsInt() @Min(0) @Max(15) bit?: number;
  @IsOptional() @Matches(/^([0-9a-fA-F]{4}){1,4}$/) absent?: string;
  /** How the values of an interval are combined. By default, meters in units of energy and volume take the first. */
  @IsOptional() @IsIn(FOLDS) fold?: Fold;
  @IsBoolean() writable = false;
  @IsOptional() @IsNumber() min?: number;
  @IsOptional() @IsNumber() max?: number;
  @IsOptional() @IsPositive() step?: number;
  /** The shortest time between two writes, which protects a motor or a compressor. */
  @IsOptional() @IsPositive() @Max(86_400) secondsBetweenWrites?: number;
}

export class DeviceConfiguration {
  @IsString() @Length(1, 200) name: string;
  /** The unit id, by which a device behind the address is chosen. */
  @IsInt() @Min(0) @Max(255) unit = 1;
  @IsString() @Matches(/^[^\s]{0,50}$/) prefix = '';
  /** Name of a file in `templates`, without `.json`. */
  @IsOptional() @Matches(/^[a-z0-9-]+$/) template?: string;
  /** How many registers the device returns at once. */
  @IsInt() @Min(1) @Max(125) mostRegisters = 120;
  @IsArray()
  @ArrayMaxSize(10_000)
  @ValidateNested({ each: true })
  @Type(() => PointConfiguration)
  points: PointConfiguration[] = [];
}

export class ConnectionConfiguration {
  @IsString() @Length(1, 200) name: string;
  /** `modbus-rtu-over-tcp`: RTU frames through a converter that passes them on unchanged. */
  @IsIn(['modbus-tcp', 'modbus-rtu-over-tcp']) protocol: 'modbus-tcp' | 'modbus-rtu-over-tcp';
  @IsString() @Length(1, 253) host: string;
  @IsInt() @Min(1) @Max(65_535) port = 502;
  @IsBoolean() enabled = true;
  @IsInt() @Min(1) @Max(86_400) pollSeconds = 15;
  /** How long the bridge waits for an answer. */
  @IsInt() @Min(50) @Max(60_000) timeoutMs = 2000;
  /** Pause between two requests, for devices that need one. */
  @IsInt() @Min(0) @Max(10_000) pauseMs = 0;
  @IsArray()
  @ArrayMaxSize(250)
  @ValidateNested({ each: true })
  @Type(() => DeviceConfiguration)
  devices: DeviceConfiguration[];
}

export class BridgeConfiguration {
  @IsArray()
  @ArrayMaxSize(1000)
  @ValidateNested({ each: true })
  @Type(() => ConnectionConfiguration)
  connections: ConnectionConfiguration[];
}

export class TemplateConfiguration {
  @IsString() name: string;
  /** The public register map from which the template was written. */
  @IsString() source: string;
  @IsArray() @ValidateNested({ each: true }) @Type(() => PointConfiguration) points: PointConfiguration[];
}

/** A point with the code under which it is served. */
export interface ModbusPoint extends PointConfiguration {
  code: string;
  /** Number of registers, or 1 bit. */
  length: number;
}

export interface ModbusDevice {
  name: string;
  unit: number;
  mostRegisters: number;
  points: ModbusPoint[];
}

export type ModbusSettings = Omit<ConnectionConfiguration, 'devices'> & { devices: ModbusDevice[] };
