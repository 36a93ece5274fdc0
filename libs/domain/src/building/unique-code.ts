import { inTransaction, isDuplicateKey } from '@app/entities';
import { DomainError } from '@app/kernel';
import type { DataSource, EntityManager } from 'typeorm';

/**
 * Runs a transaction that may write this code.
 * @param kind the kind of record that the code must be unique among
 * @throws DomainError `code_taken`
 */
export async function writeUniqueCode<Result>(
  dataSource: DataSource,
  kind: 'object' | 'point',
  code: string | undefined,
  work: (manager: EntityManager) => Promise<Result>,
): Promise<Result> {
  try {
    return await inTransaction(dataSource, work);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const message = `The code '${code}' is taken by another ${kind}. Choose another code.`;
    throw new DomainError('conflict', 'code_taken', message);
  }
}
