import { DomainError } from '@app/kernel';

/**
 * Returns the row to which `reading` resolves.
 * @param name the record's name in the message, for example `The calendar`
 * @throws DomainError not_found
 */
export async function requireRow<Row>(reading: Promise<Row | null>, name: string): Promise<Row> {
  const row = await reading;
  if (row === null) throw DomainError.notFound(name);
  return row;
}
