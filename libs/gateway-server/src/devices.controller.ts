import { Controller, Get } from '@nestjs/common';
import { ServedDevices } from './served-gateway';

@Controller('devices')
export class DevicesController {
  constructor(private readonly devices: ServedDevices) {}

  @Get()
  list(): object[] {
    return this.devices.list().map(({ lastValueAtMs, ...device }) => ({
      ...device,
      lastValueAt: lastValueAtMs === null ? null : new Date(lastValueAtMs).toISOString(),
    }));
  }
}
