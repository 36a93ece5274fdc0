import { DomainError, foldName, LIST_REACH, say } from '@app/kernel';
import type { EntityManager } from 'typeorm';
import { dialectSql } from './dialect-sql';
import { searchTerms, WORDS_AND_SIGNS } from './search-terms';

interface TermTable {
  /** The table of search terms. It has the column `term` with at most 254 characters, and the column `idColumn`. */
  table: string;
  idColumn: string;
  /** The type of the ids: `int` (the default), or `text` for UUIDs. */
  idType?: 'int' | 'text';
  /** The name of the records in messages, in the plural. For example, `users`. */
  records: string;
  /** The parts of a text at which terms begin. */
  parts?: RegExp;
}

export interface SearchedRecord<Id extends number | string = number> {
  id: Id;
  texts: readonly string[];
}

const TERM_LENGTH = 254;

/** Finds the records of one table by the beginning of a text or of one of its parts. Case is ignored. */
export class TermSearch<Id extends number | string = number> {
  constructor(private readonly terms: TermTable) {}

  /** Inserts the terms of new records. Call this in the transaction that inserts the records. */
  async add(manager: EntityManager, records: readonly SearchedRecord<Id>[]): Promise<void> {
    const { table, idColumn, idType = 'int', parts } = this.terms;
    const terms: string[] = [];
    const ids: Id[] = [];
    for (const { id, texts } of records) {
      const own = new Set(searchTerms(texts.map(foldName), parts).map(cut));
      for (const term of own) {
        terms.push(term);
        ids.push(id);
      }
    }
    await dialectSql.insert(manager, table, [
      { name: 'term', type: 'text', values: terms },
      { name: idColumn, type: idType, values: ids },
    ]);
  }

  /** Replaces the terms of a record. Call this in each transaction that changes a text of the record. */
  async replace(manager: EntityManager, record: SearchedRecord<Id>): Promise<void> {
    const { table, idColumn } = this.terms;
    await dialectSql.change(manager, `DELETE FROM ${table} WHERE ${idColumn} = ?`, [record.id]);
    await this.add(manager, [record]);
  }

  /**
   * Returns the ids of the matching records in ascending order.
   * @throws DomainError `search_too_broad`
   */
  async find(manager: EntityManager, search: string): Promise<Id[]> {
    const { table, idColumn } = this.terms;
    const prefix = this.prefixOf(search);
    if (prefix === '') return [];
    const rows = await dialectSql.query<{ id: Id }>(
      manager,
      `SELECT ${idColumn} AS id FROM ${table} WHERE term >= ? AND term < ? LIMIT ?`,
      // The end of the range. Terms are sorted by code point, and no term contains U+10FFFF.
      [prefix, `${prefix}\u{10FFFF}`, LIST_REACH + 1],
    );
    this.assertReach(rows);
    return [...new Set(rows.map(({ id }) => id))].toSorted((one, other) => (one < other ? -1 : 1));
  }

  /** @throws DomainError `search_too_broad` for more records than a list can reach */
  assertReach({ length }: readonly unknown[]): void {
    if (length <= LIST_REACH) return;
    const message = `Too many ${this.terms.records} match. Enter more characters.`;
    const details = [{ path: 'search', ...say('too_many_terms', { most: LIST_REACH }) }];
    throw new DomainError('invalid', 'search_too_broad', message, { details });
  }

  /**
   * Returns the first term of the search. If terms can begin only at words, signs before the first word are dropped.
   */
  private prefixOf(search: string): string {
    const [first = ''] = searchTerms([foldName(search)], this.terms.parts ?? WORDS_AND_SIGNS);
    return cut(first);
  }
}

/** Cuts a term to its maximum length, but never within a surrogate pair. */
function cut(term: string): string {
  return term.length <= TERM_LENGTH ? term : term.slice(0, TERM_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
}
