import { IsIn, IsInt, IsNotEmpty, IsPositive, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import {
  type BridgePoint,
  ConnectionConfiguration,
  DeviceConfiguration,
  ListOf,
  MayBeAbsent,
  PointConfiguration,
} from '../configuration/configuration.dto';

/** A topic without wildcards. */
const TOPIC = /^[^+#]{1,1000}$/;
const POINT_TYPES = ['number', 'bool'] as const;

export class BrokerConfiguration extends ConnectionConfiguration {
  /** `mqtt://` or, with TLS, `mqtts://`, then the host, and the port if it is not 1883 or 8883. */
  @Matches(/^mqtts?:\/\/[^\s/@]+\/?$/)
  url: string;
  @MayBeAbsent() @IsString() username?: string;
  /** Plain, or as the bridge has encrypted it. */
  @MayBeAbsent() @IsString() @MaxLength(10_000) password?: string;
  /** The file with the password. */
  @MayBeAbsent() @IsString() passwordFile?: string;
  /** The certificates of the authority that signed the broker's, in PEM. */
  @MayBeAbsent() @IsString() caFile?: string;
  @MayBeAbsent() @IsString() @IsNotEmpty() clientId?: string;
  /** A broker that is silent for one and a half of this time is lost. */
  @IsInt() @Min(1) @Max(3600) keepAliveSeconds = 15;
  override timeoutMs = 5000;
}

export class MqttPointConfiguration extends PointConfiguration {
  @IsIn(POINT_TYPES) type: (typeof POINT_TYPES)[number] = 'number';
  @Matches(TOPIC) topic: string;
  /** Names and positions on the way to the value in a JSON message, separated by dots: `phases.0.power`. */
  @MayBeAbsent() @IsString() @IsNotEmpty() path?: string;
  /** The way to the time of the value: an ISO 8601 text, or seconds or milliseconds since 1970. */
  @MayBeAbsent() @IsString() @IsNotEmpty() timePath?: string;
  @IsString() @IsNotEmpty() on = 'ON';
  @IsString() @IsNotEmpty() off = 'OFF';
  @MayBeAbsent() @Matches(TOPIC) commandTopic?: string;
  /** The message of a command, with the value instead of `{value}`. */
  @Matches(/\{value\}/) @MaxLength(10_000) command = '{value}';
}

export class AvailabilityConfiguration {
  @Matches(TOPIC) topic: string;
  /** The way to the text in a JSON message, like that of a point. */
  @MayBeAbsent() @IsString() @IsNotEmpty() path?: string;
  @IsString() online = 'online';
  @IsString() offline = 'offline';
}

export class MqttDeviceConfiguration extends DeviceConfiguration {
  /** The last wills of the device, and of the bridges that send for it. It is offline if one of them is. */
  @ListOf(10, () => AvailabilityConfiguration) availability: AvailabilityConfiguration[] = [];
  /** A point without a message for so long is bad. */
  @MayBeAbsent() @IsPositive() @Max(604_800) silentAfterSeconds?: number;
  @ListOf(10_000, () => MqttPointConfiguration) points: MqttPointConfiguration[];
}

export class MqttConfiguration extends BrokerConfiguration {
  declare protocol: 'mqtt';
  @ListOf(10_000, () => MqttDeviceConfiguration) devices: MqttDeviceConfiguration[];
}

export class SparkplugPointConfiguration extends PointConfiguration {
  @IsIn(POINT_TYPES) type: (typeof POINT_TYPES)[number] = 'number';
  @IsString() @IsNotEmpty() metric: string;
}

export class SparkplugDeviceConfiguration extends DeviceConfiguration {
  /** Group, edge node and, for a device behind it, the device: `Building/Plant/Boiler`. */
  @Matches(/^[^+#/]+\/[^+#/]+(\/[^+#/]+)?$/)
  path: string;
  @ListOf(10_000, () => SparkplugPointConfiguration) points: SparkplugPointConfiguration[];
}

export class SparkplugConfiguration extends BrokerConfiguration {
  declare protocol: 'sparkplug';
  /** Nodes that wait for their primary host find it under this name. */
  @MayBeAbsent() @Matches(/^[^+#/]+$/) hostId?: string;
  @ListOf(10_000, () => SparkplugDeviceConfiguration) devices: SparkplugDeviceConfiguration[];
}

/** The plain password, and the certificates of the authority. */
interface BrokerSecrets {
  password?: string;
  ca?: string;
}

export type BrokerSettings = BrokerConfiguration & BrokerSecrets;

export type MqttPoint = MqttPointConfiguration & BridgePoint;
export type MqttDevice = Omit<MqttDeviceConfiguration, 'points'> & { points: MqttPoint[] };
export type MqttSettings = Omit<MqttConfiguration, 'devices'> & BrokerSecrets & { devices: MqttDevice[] };

export type SparkplugPoint = SparkplugPointConfiguration & BridgePoint;
export type SparkplugDevice = Omit<SparkplugDeviceConfiguration, 'points'> & { points: SparkplugPoint[] };
export type SparkplugSettings = Omit<SparkplugConfiguration, 'devices'> &
  BrokerSecrets & { devices: SparkplugDevice[] };
