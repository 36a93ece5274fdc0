import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { boundedText, instant, int, longText, primary } from './column-definitions';

/** Adds the audit log. */
export class AuditLog1700000000500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(auditEntry);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(auditEntry);
  }
}

const auditEntry = new Table({
  name: 'audit_entry',
  columns: [
    primary(boundedText('id', 36)),
    instant('at'),
    int('user_id', { nullable: true }),
    boundedText('username', 254),
    boundedText('action', 64),
    boundedText('target', 255, { nullable: true }),
    longText('before', { nullable: true }),
    longText('after', { nullable: true }),
    boundedText('request_id', 128, { nullable: true }),
    boundedText('address', 64, { nullable: true }),
  ],
  indices: [
    { name: 'audit_entry_at', columnNames: ['at'] },
    { name: 'audit_entry_user', columnNames: ['user_id', 'at'] },
  ],
});
