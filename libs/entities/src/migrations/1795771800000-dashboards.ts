import { type MigrationInterface, type QueryRunner, TableColumn, TableForeignKey, TableIndex } from 'typeorm';
import { boundedText, index, int, reference } from './column-definitions';

const dashboardColumns = [
  new TableColumn({ ...boundedText('name', 100), default: "''" }),
  new TableColumn(boundedText('role', 16, { nullable: true })),
  new TableColumn(int('owner_id', { nullable: true })),
];
const dashboardId = new TableColumn({ ...int('dashboard_id'), default: 1 });
const ownerIndex = new TableIndex(index('dashboard_owner', 'owner_id'));
const dashboardIndex = new TableIndex(index('widget_dashboard', 'dashboard_id'));
const owner = new TableForeignKey(reference('owner_id', 'user_account', 'CASCADE'));
const dashboard = new TableForeignKey(reference('dashboard_id', 'dashboard', 'CASCADE'));

/** Adds dashboards beside the default one. All widgets stay on the default dashboard, which everybody sees. */
export class Dashboards1795771800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumns('dashboard', dashboardColumns);
    await runner.query("UPDATE dashboard SET role = 'viewer'");
    await runner.createIndex('dashboard', ownerIndex);
    await runner.createForeignKey('dashboard', owner);
    await runner.addColumn('widget', dashboardId);
    await runner.createIndex('widget', dashboardIndex);
    await runner.createForeignKey('widget', dashboard);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM widget WHERE dashboard_id <> 1');
    await runner.query('DELETE FROM dashboard WHERE id <> 1');
    await runner.dropForeignKey('widget', dashboard);
    await runner.dropIndex('widget', dashboardIndex);
    await runner.dropColumn('widget', dashboardId);
    await runner.dropForeignKey('dashboard', owner);
    await runner.dropIndex('dashboard', ownerIndex);
    await runner.dropColumns('dashboard', dashboardColumns);
  }
}
