import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { shareUser } from './users.queries';

/** Resolves references to users within the transaction of another feature. */
@Injectable()
export class UserReferencesService {
  /** True if the user exists. The account then cannot be deleted until the transaction ends. */
  hasUser(manager: EntityManager, id: number): Promise<boolean> {
    return shareUser(manager, id);
  }
}
