import { type ClassConstructor, Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsObject, ValidateNested } from 'class-validator';
import { BacnetConfiguration } from '../bacnet/bacnet.dto';
import { ModbusConfiguration } from '../modbus/modbus.dto';
import { MqttConfiguration, SparkplugConfiguration } from '../mqtt/mqtt.dto';
import { ConnectionConfiguration, type PROTOCOLS } from './configuration.dto';

/** The fields of the connections of each protocol. */
export const BY_PROTOCOL: Readonly<Record<(typeof PROTOCOLS)[number], ClassConstructor<object>>> = {
  'modbus-tcp': ModbusConfiguration,
  'modbus-rtu-over-tcp': ModbusConfiguration,
  'bacnet-ip': BacnetConfiguration,
  mqtt: MqttConfiguration,
  sparkplug: SparkplugConfiguration,
};

export class BridgeConfiguration {
  @IsObject({ each: true })
  @IsArray()
  @ArrayMaxSize(1000)
  @ValidateNested({ each: true })
  @Type(() => ConnectionConfiguration, {
    keepDiscriminatorProperty: true,
    discriminator: {
      property: 'protocol',
      subTypes: Object.entries(BY_PROTOCOL).map(([name, value]) => ({ name, value })),
    },
  })
  connections: (ModbusConfiguration | BacnetConfiguration | MqttConfiguration | SparkplugConfiguration)[];
}
