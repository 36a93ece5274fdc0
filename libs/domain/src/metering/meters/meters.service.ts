import { type MeterEntity, PROVIDER_PREFIX, TEMPERATURE } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { findMeter, findMeterByCode, findMeters } from './meters.queries';

/** Reads the active meters, which are the meters that belong to an area. */
@Injectable()
export class MetersService {
  constructor(private readonly dataSource: DataSource) {}

  /** The meters that are read from the gateway, that is, all but formulas and the temperature of the weather provider. */
  async listRead(): Promise<MeterEntity[]> {
    const meters = await findMeters(this.dataSource.manager);
    return meters.filter((meter) => meter.kind !== 'formula' && !isOfProvider(meter));
  }

  /** @returns null if there is no such meter, or if it no longer belongs to an area */
  find(id: number): Promise<MeterEntity | null> {
    return findMeter(this.dataSource.manager, id);
  }

  /** @returns null if no meter of an area has this point code */
  findByCode(pointCode: string): Promise<MeterEntity | null> {
    return findMeterByCode(this.dataSource.manager, pointCode);
  }
}

/** True for a temperature of the weather provider. */
export function isOfProvider({ energyType, pointCode }: MeterEntity): boolean {
  return energyType === TEMPERATURE && pointCode.startsWith(PROVIDER_PREFIX);
}
