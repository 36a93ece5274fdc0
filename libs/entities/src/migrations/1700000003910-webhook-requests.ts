import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { longText } from './column-definitions';

/** Adds the method, headers and query of the request that started an execution. */
export class WebhookRequests1700000003910 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new TableColumn(longText('webhook_request', { nullable: true }));
    await runner.addColumn('workflow_execution', column);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('workflow_execution', 'webhook_request');
  }
}
