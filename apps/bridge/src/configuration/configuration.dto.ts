import { type Fold, FOLDS, type PointDefinition } from '@app/gateway-server';
import { type Role, USER_ROLE_LIST } from '@app/kernel';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsPositive,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  NotEquals,
  ValidateIf,
  ValidateNested,
} from 'class-validator';

/** A field that may be left out. Null is refused, because the bridge only asks whether a field is there. */
export function MayBeAbsent(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined);
}

/** The texts of an enumeration by their numbers. */
export type Labels = Readonly<Record<string, string>>;

export class PointConfiguration {
  /** The code of the point is the prefix of its device and this suffix. */
  @Matches(/^[^\s]{1,200}$/) suffix: string;
  @IsString() @Length(1, 200) name: string;
  @IsString() @MaxLength(20) unit = '';
  @IsNumber() @NotEquals(0) scale = 1;
  @IsNumber() offset = 0;
  /** The point then has these texts as its values. */
  @MayBeAbsent() @IsObject() labels?: Labels;
  /** How the values of an interval are combined. By default, meters in units of energy and volume take the first. */
  @MayBeAbsent() @IsIn(FOLDS) fold?: Fold;
  @IsBoolean() writable = false;
  @MayBeAbsent() @IsNumber() min?: number;
  @MayBeAbsent() @IsNumber() max?: number;
  @MayBeAbsent() @IsPositive() step?: number;
  /** The shortest time between two writes, which protects a motor or a compressor. */
  @MayBeAbsent() @IsPositive() @Max(86_400) secondsBetweenWrites?: number;
  /** The lowest role of the users and API keys that may write. Workflows write as engineers. */
  @MayBeAbsent() @IsIn(USER_ROLE_LIST) lowestRole?: Role;
}

export class DeviceConfiguration {
  @IsString() @Length(1, 200) name: string;
  @IsString() @Matches(/^[^\s]{0,50}$/) prefix = '';
}

export const PROTOCOLS = ['modbus-tcp', 'modbus-rtu-over-tcp', 'bacnet-ip', 'mqtt', 'sparkplug'] as const;

export class ConnectionConfiguration {
  @IsString() @Length(1, 200) name: string;
  /** `modbus-rtu-over-tcp`: RTU frames through a converter that passes them on unchanged. */
  @IsIn(PROTOCOLS) protocol: (typeof PROTOCOLS)[number];
  @IsBoolean() enabled = true;
  /** How long the bridge waits for an answer. */
  @IsInt() @Min(50) @Max(60_000) timeoutMs = 2000;
}

/** A list of points in a device, or of devices in a connection. */
export function ListOf(most: number, type: () => new () => object): PropertyDecorator {
  const decorators = [
    IsArray(),
    ArrayMaxSize(most),
    IsObject({ each: true }),
    ValidateNested({ each: true }),
    Type(type),
  ];
  return (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };
}

/** A point with the code under which it is served. */
export interface BridgePoint extends PointConfiguration {
  code: string;
  dataType: PointDefinition['dataType'];
}

export interface BridgeDevice {
  name: string;
  points: readonly BridgePoint[];
}
