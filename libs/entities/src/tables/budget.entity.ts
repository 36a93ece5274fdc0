import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { JsonTextColumn } from '../columns';
import { AreaEntity } from './area.entity';
import type { EnergyType } from './meter.entity';

/** How much energy an area may consume in each month of a year. */
@Entity('budget')
@Index('budget_area_type_year_unique', ['areaId', 'energyType', 'year'], { unique: true })
export class BudgetEntity {
  @PrimaryGeneratedColumn() id: number;
  @ForeignKey(() => AreaEntity, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @Column({ type: 'int' })
  areaId: number;
  @Column({ type: 'varchar', length: 16 }) energyType: EnergyType;
  @Index('budget_year')
  @Column({ type: 'int' })
  year: number;
  /** Twelve energies in kWh (m³ for water), from January. */
  @JsonTextColumn() months: number[];
}
