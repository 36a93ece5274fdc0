import type { BACNetObjectID } from '@bacnet-js/client';
import { IsBoolean, IsInt, Matches, Max, Min } from 'class-validator';
import {
  type BridgePoint,
  ConnectionConfiguration,
  DeviceConfiguration,
  ListOf,
  MayBeAbsent,
  PointConfiguration,
} from '../configuration/configuration.dto';
import { LARGEST_INSTANCE, OBJECT, type ValueTag } from './objects';

const BYTE = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const UDP_PORT = '([1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d\\d|655[0-2]\\d|6553[0-5])';
/** An IPv4 address, and the port if it is not 47808. */
const ADDRESS = new RegExp(`^(${BYTE}\\.){3}${BYTE}(:${UDP_PORT})?$`);
const PORT = 47_808;
/** The lowest of the 16 priorities, for commands that anything more important may override. */
const LOWEST = 16;
/** The priority of a person's command. */
const MANUAL = 8;

export class BacnetPointConfiguration extends PointConfiguration {
  /** The object whose present value the point is, by type and instance: `analog-input:1`. */
  @Matches(OBJECT) object: string;
  /** The instance of the trend log that records this object. It is read after an outage. */
  @MayBeAbsent() @IsInt() @Min(0) @Max(LARGEST_INSTANCE) trendLog?: number;
}

export class BacnetDeviceConfiguration extends DeviceConfiguration {
  /** The instance of its device object, which is unique in the network. */
  @IsInt() @Min(0) @Max(LARGEST_INSTANCE) instance: number;
  /** Without an address, the device is searched by its instance. */
  @MayBeAbsent() @Matches(ADDRESS) address?: string;
  /** Whether the device is asked to report changes between two polls. */
  @IsBoolean() subscribe = true;
  @ListOf(10_000, () => BacnetPointConfiguration) points: BacnetPointConfiguration[] = [];
}

export class BacnetConfiguration extends ConnectionConfiguration {
  declare protocol: 'bacnet-ip';
  @IsInt() @Min(1) @Max(86_400) pollSeconds = 15;
  /** The address to which the bridge sends its search for devices. */
  @Matches(ADDRESS) broadcast = '255.255.255.255';
  /** The UDP port on which the bridge receives the answers to its search. */
  @IsInt() @Min(1) @Max(65_535) port = PORT;
  /** The device that distributes broadcasts of another network (BBMD). The bridge registers there to search. */
  @MayBeAbsent() @Matches(ADDRESS) bbmd?: string;
  @IsInt() @Min(1) @Max(LOWEST) priority = LOWEST;
  @IsInt() @Min(1) @Max(LOWEST) forcePriority = MANUAL;
  @ListOf(1000, () => BacnetDeviceConfiguration) devices: BacnetDeviceConfiguration[];
}

export interface BacnetPoint extends BacnetPointConfiguration, BridgePoint {
  objectId: BACNetObjectID;
  tag: ValueTag;
}

export type BacnetDevice = Omit<BacnetDeviceConfiguration, 'points'> & { points: BacnetPoint[] };

export type BacnetSettings = Omit<BacnetConfiguration, 'devices'> & { devices: BacnetDevice[] };
