import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { shareUser } from './users.queries';

/** Resolves references to users within the transaction of another feature. */
@Injectable()
export class UserReferencesService {
  /** Returns true if the user exists, and prevents the deletion of the account until the transaction ends. */
  hasUser(manager: EntityManager, id: number): Promise<boolean> {
    return shareUser(manager, id);
  }
}
