import { UserEntity } from '@app/entities';
import type { Role } from '@app/kernel';
import type { EntityManager } from 'typeorm';

/** What a request needs to know of the user who makes it. */
export interface RequestAccount {
  id: number;
  username: string;
  role: Role;
}

/** The accounts of these ids; those that do not exist are missing. */
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
