import type { Gateway, GatewayChanges, GatewayInput } from '@app/domain';
import { say } from '@app/kernel';
import {
  GATEWAY_DEVICE_STATES,
  type GatewayConfiguration,
  type GatewayConfigurationChange,
  type GatewayDevice,
  type GatewayTrial,
} from '@app/gateway-client';
import { ApiProperty, OmitType, PartialType } from '@nestjs/swagger';
import { IsBoolean, IsNotEmpty, IsString, IsUrl, Matches, MaxLength } from 'class-validator';
import { InstantProperty } from '../../http/fields/is-instant.decorator';
import { AreJsonObjects, IsJsonObject } from '../../http/fields/json-object.decorator';
import { RecordId } from '../../http/fields/id-properties.decorator';
import { Omittable } from '../../http/fields/omittable.decorator';
import { GatewayStateDto } from '../health/health.dto';
import { PointValueDto } from '../iot/iot-codes.dto';

/** A prefix has no blanks at its ends and no control characters, because codes begin with it. */
const PREFIX = /^(?!\s)[^\p{Cc}\p{Cs}]+(?<!\s)$/u;

/** A new gateway. */
export class GatewayInputDto implements GatewayInput {
  /** Name for people. */
  @IsString() @IsNotEmpty() @MaxLength(100) name: string;
  /**
   * Begins the codes of all points of the gateway, for example `north.`, so that codes of several gateways do not
   * collide. It cannot be changed.
   */
  @IsString() @MaxLength(32) @Matches(PREFIX, { context: say('not_prefix') }) prefix: string;
  /** Address of the gateway, http or https, without credentials. */
  @IsUrl({
    protocols: ['http', 'https'],
    require_protocol: true,
    require_tld: false,
    disallow_auth: true,
  })
  @MaxLength(2048)
  url: string;
  /** User name for the gateway. */
  @IsString() @MaxLength(255) username: string;
  /** Password for the gateway. */
  @IsString() @MaxLength(1024) password: string;
  /** Whether the gateway is called. Default true. */
  @Omittable() @IsBoolean() enabled?: boolean;
}

/** Changes of a gateway. Omitted fields stay as they are, and the password `********` keeps the current one. */
export class GatewayChangesDto
  extends PartialType(OmitType(GatewayInputDto, ['prefix']), { skipNullProperties: false })
  implements GatewayChanges {}

/** A gateway. */
export class GatewayDto {
  /** Id of the gateway. The gateway of the environment has the id 1. */
  @RecordId() id: number;
  /** Name for people. */
  name: string;
  /** Begins the codes of all points of the gateway. Empty for the gateway of the environment. */
  prefix: string;
  /** Address of the gateway. */
  url: string;
  /** User name for the gateway. */
  username: string;
  /** Always `********`. */
  password: string;
  /** Whether the gateway is called. */
  enabled: boolean;
  /** The connection to the gateway, as a worker sees it. */
  state: GatewayStateDto;
}

/** Why a device cannot be read. */
export class DeviceReasonDto {
  /** Code of the reason, for example `no_answer`; `other` for all reasons that have none. */
  code: string;
  /** The reason in English, in the words of the gateway. */
  message: string;
}

/** A device that a gateway reads. */
export class GatewayDeviceDto implements GatewayDevice {
  /** Name of the device, which is the group of its points. */
  name: string;
  /** Name of the address or network behind which the device is. */
  connection: string;
  /** Protocol of the device, for example `modbus-tcp`. */
  protocol: string;
  /** `unknown`: none of its values is good, and no reason is known. `off`: its connection is switched off. */
  @ApiProperty({ enum: GATEWAY_DEVICE_STATES }) state: GatewayDevice['state'];
  /** Why the device cannot be read; null if it is read. */
  reason: DeviceReasonDto | null;
  /** Codes of its points. */
  codes: string[];
  /** Number of points whose value is good. */
  goodPoints: number;
  /** Time of the newest value. */
  @InstantProperty() lastValueAt: string | null;
}

/** How a gateway reaches its devices. */
export class GatewayConfigurationDto implements GatewayConfiguration {
  /** Changes with each change of the configuration. */
  version: string;
  /** The connections with their devices and points, in the form of the gateway. */
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  connections: Record<string, unknown>[];
  /** Names of lists of points that devices may use. */
  templates: string[];
  /** JSON Schema of the connections, with the fields of each protocol; null if the gateway has none. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  schema: Record<string, unknown> | null;
}

/** Connections that replace those of a gateway. */
export class GatewayConfigurationChangeDto implements GatewayConfigurationChange {
  /** Version of the configuration that was read before. */
  @IsString() @MaxLength(100) version: string;
  /** All connections with their devices and points. */
  @AreJsonObjects({ most: 1000 }) connections: Record<string, unknown>[];
}

/** A connection to try. */
export class GatewayTrialInputDto {
  /** The connection with its devices and points, in the form of the gateway. Devices may be empty. */
  @IsJsonObject() connection: Record<string, unknown>;
  /** Searches devices that the connection does not have, instead of reading its own. Default false. */
  @Omittable() @IsBoolean() search?: boolean;
}

/** A device of a connection that was tried. */
export class TriedDeviceDto {
  /** Name of the device. */
  name: string;
  /** Why the device cannot be read; null if it was read, or if it needs longer. */
  reason: DeviceReasonDto | null;
  /** Values of its points. */
  values: PointValueDto[];
}

/** The outcome of trying a connection. */
export class GatewayTrialDto implements GatewayTrial {
  /** The devices of the connection. Empty after a search. */
  devices: TriedDeviceDto[];
  /** The devices that were found, as they are written into the connection. Empty without a search. */
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  found: Record<string, unknown>[];
  /** Everything else that was found, and why it cannot be used, in English. */
  skipped: string[];
}

export function toGatewayDto(gateway: Gateway): GatewayDto {
  const { id, name, prefix, url, username, password, enabled, state } = gateway;
  return { id, name, prefix, url, username, password, enabled, state };
}
