import { UserEntity } from '@app/entities';
import type { Role } from '@app/kernel';
import type { EntityManager } from 'typeorm';

/** The fields of an account that a request needs. */
export interface RequestAccount {
  id: number;
  username: string;
  role: Role;
}

/** Returns the accounts with these ids. Ids without an account are omitted. */
export async function readRequestAccounts(
  manager: EntityManager,
  ids: readonly number[],
): Promise<RequestAccount[]> {
  return manager
    .createQueryBuilder(UserEntity, 'user')
    .select('user.id', 'id')
    .addSelect('user.username', 'username')
    .addSelect('user.role', 'role')
    .where('user.id IN (:...ids)', { ids })
    .getRawMany<RequestAccount>();
}
