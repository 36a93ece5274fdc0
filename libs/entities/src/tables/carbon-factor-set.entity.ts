import { Column, Entity, PrimaryColumn } from 'typeorm';
import { InstantColumn, JsonTextColumn } from '../columns';

/** An emission factor as it is published and stored. */
export interface CarbonFactorRecord {
  name: string;
  /** An energy type, or another category, such as a fuel. */
  category: string;
  /** Emissions per unit of `unit`. */
  value: number;
  /** For example `kgCO2e/kWh`. */
  unit: string;
  /** Who published the factor. */
  source: string;
  /** The year for which the factor was published. */
  year: number;
  region: string;
  scope: string;
  /** An instant, or a date in the platform's time zone. Null if the validity has no beginning. */
  validFrom: string | null;
  /** An instant (exclusive), or a date (inclusive). Null if the validity has no end. */
  validTo: string | null;
}

/**
 * The emission factors that were fetched last. The set is always read and replaced as a whole. There is at most one
 * row, and its id is 1.
 */
@Entity('carbon_factor_set')
export class CarbonFactorSetEntity {
  @PrimaryColumn({ type: 'int' }) id: number;
  @JsonTextColumn() factors: CarbonFactorRecord[];
  @Column({ type: 'varchar', length: 2048 }) sourceUrl: string;
  @InstantColumn() fetchedAt: Date;
}
