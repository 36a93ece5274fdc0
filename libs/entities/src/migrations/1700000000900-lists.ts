import { type MigrationInterface, type QueryRunner, Table, TableIndex } from 'typeorm';
import { dialectSql } from '../dialect-sql';
import { int, orderedText, primary } from './column-definitions';

/** Adds an index for each filter of a list, in the list's order, and the terms by which users are searched. */
export class Lists1700000000900 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, index] of ADDED) await runner.createIndex(table, new TableIndex(index));
    for (const { name } of REPLACED) await runner.dropIndex('audit_entry', name);
    await runner.createTable(userSearchTerm);
    await fillSearchTerms(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(userSearchTerm);
    for (const index of REPLACED) await runner.createIndex('audit_entry', new TableIndex(index));
    for (const [table, { name }] of ADDED) await runner.dropIndex(table, name);
  }
}

const index = (name: string, ...columnNames: string[]) => ({ name, columnNames });

const ADDED = [
  ['workflow', index('workflow_list_enabled', 'enabled', 'id')],
  ['workflow_execution', index('workflow_execution_list', 'workflow_id', 'status', 'trigger', 'id')],
  ['user_account', index('user_account_list_role', 'role', 'id')],
  ['audit_entry', index('audit_entry_list', 'at', 'id')],
  ['audit_entry', index('audit_entry_list_user', 'user_id', 'at', 'id')],
  ['audit_entry', index('audit_entry_list_action', 'action', 'at', 'id')],
  ['audit_entry', index('audit_entry_list_user_action', 'user_id', 'action', 'at', 'id')],
] as const;

const REPLACED = [index('audit_entry_at', 'at'), index('audit_entry_user', 'user_id', 'at')];

const userSearchTerm = new Table({
  name: 'user_search_term',
  columns: [primary(orderedText('term', 254)), primary(int('user_id'))],
  indices: [index('user_search_term_user', 'user_id')],
  foreignKeys: [
    {
      columnNames: ['user_id'],
      referencedTableName: 'user_account',
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE',
      onUpdate: 'NO ACTION',
    },
  ],
});

const USERS_AT_ONCE = 200;

interface UserRow {
  id: number;
  username_folded: string;
  email_folded: string;
}

async function fillSearchTerms(runner: QueryRunner): Promise<void> {
  for (let lastId = 0; ;) {
    const users = (await runner.query(
      `SELECT id, username_folded, email_folded FROM user_account
       WHERE id > ${lastId} ORDER BY id LIMIT ${USERS_AT_ONCE}`,
    )) as UserRow[];
    const last = users.at(-1);
    if (!last) return;
    const rows = users.flatMap(({ id, username_folded, email_folded }) =>
      [...new Set([...ends(username_folded), ...ends(email_folded)])].map((term) => ({ term, id })),
    );
    await dialectSql.insert(runner.manager, 'user_search_term', [
      { name: 'term', type: 'text', values: rows.map(({ term }) => term) },
      { name: 'user_id', type: 'int', values: rows.map(({ id }) => id) },
    ]);
    lastId = last.id;
  }
}

/** A copy of `searchTerms` as it was when this migration was written. */
function ends(text: string): string[] {
  return [...text.matchAll(/\p{L}+|\p{N}+|./gsu)].map(({ index: start }) => text.slice(start));
}
