import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { JsonTextColumn } from '../columns';
import { AreaEntity } from './area.entity';
import type { EnergyType } from './meter.entity';
import type { Tariff } from './platform-configuration.entity';

export const DEMAND_BASES = ['month', 'ratchet', 'meanOf12'] as const;
export type DemandBasis = (typeof DEMAND_BASES)[number];

/** A price that applies up to a monthly energy. */
export interface PriceTier {
  /** Energy of the calendar month in kWh (m³ for water). The last tier has no limit. */
  upToKwh?: number;
  pricePerKwh: number;
}

/** The price of the energy. Exactly one field is set. */
export interface EnergyPrice {
  pricePerKwh?: number;
  /** Together, they cover the whole week. If several periods contain a time, the first of them applies. */
  periods?: NonNullable<Tariff['periods']>;
  tiers?: PriceTier[];
  /** The id of a price series. */
  series?: number;
}

/** The charge for the highest demand. */
export interface DemandCharge {
  /** Per kW (m³ per hour for water) and month. */
  pricePerKw: number;
  windowMinutes: number;
  sliding: boolean;
  basis: DemandBasis;
  /** Share of the highest peak of 12 months that is billed at least. Set if the basis is `ratchet`. */
  ratchetShare?: number;
  /** The lowest demand that is billed. */
  floorKw?: number;
  /** The contract power: the demand that should not be exceeded. */
  contractKw?: number;
}

/** The charge for reactive energy beyond a share of the energy of the month. */
export interface ReactiveCharge {
  /** kvarh per kWh that cost nothing: 0.5 is a power factor of about 0.9. */
  freeShare: number;
  pricePerKvarh: number;
}

/** The prices of a contract from a date on. */
export interface ContractPart {
  /** Local date `YYYY-MM-DD`. */
  validFrom: string;
  standing: { perMonth: number };
  energy: EnergyPrice;
  demand?: DemandCharge;
  reactive?: ReactiveCharge;
  leviesPerKwh: number;
  vatPercent: number;
}

/** The contract of an area with a supplier. */
@Entity('energy_contract')
export class EnergyContractEntity {
  @PrimaryGeneratedColumn() id: number;
  @Column({ type: 'varchar', length: 255 }) name: string;
  @ForeignKey(() => AreaEntity, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @Index('energy_contract_area')
  @Column({ type: 'int' })
  areaId: number;
  @Column({ type: 'varchar', length: 16 }) energyType: EnergyType;
  /** ISO 4217. */
  @Column({ type: 'varchar', length: 3 }) currency: string;
  /** In the order of their dates. */
  @JsonTextColumn() parts: ContractPart[];
  /** The totals of the supplier's bills by month, `2026-03`. */
  @JsonTextColumn() supplierBills: Record<string, number>;
}
