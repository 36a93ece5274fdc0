import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsObject, ValidateNested } from 'class-validator';
import { BacnetConfiguration } from '../bacnet/bacnet.dto';
import { ModbusConfiguration } from '../modbus/modbus.dto';
import { MqttConfiguration, SparkplugConfiguration } from '../mqtt/mqtt.dto';
import { ConnectionConfiguration } from './configuration.dto';

export class BridgeConfiguration {
  @IsObject({ each: true })
  @IsArray()
  @ArrayMaxSize(1000)
  @ValidateNested({ each: true })
  @Type(() => ConnectionConfiguration, {
    keepDiscriminatorProperty: true,
    discriminator: {
      property: 'protocol',
      subTypes: [
        { name: 'modbus-tcp', value: ModbusConfiguration },
        { name: 'modbus-rtu-over-tcp', value: ModbusConfiguration },
        { name: 'bacnet-ip', value: BacnetConfiguration },
        { name: 'mqtt', value: MqttConfiguration },
        { name: 'sparkplug', value: SparkplugConfiguration },
      ],
    },
  })
  connections: (ModbusConfiguration | BacnetConfiguration | MqttConfiguration | SparkplugConfiguration)[];
}
