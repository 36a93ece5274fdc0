import type { MigrationInterface, QueryRunner } from 'typeorm';
import { views } from './first-schema/views';

/** Leaves reactive energy out of the views of energy, because their sums are in kWh. */
export class EnergyViews1795708800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const query = views['area_meters']?.replace(
      "WHERE m.kind <> 'power' OR NOT EXISTS (",
      "WHERE m.energy_type <> 'reactive' AND (m.kind <> 'power' OR NOT EXISTS (",
    );
    await runner.query(`CREATE OR REPLACE VIEW area_meters AS ${query})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE OR REPLACE VIEW area_meters AS ${views['area_meters']}`);
  }
}
