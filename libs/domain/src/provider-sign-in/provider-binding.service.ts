import { type UserEntity, inTransaction, isDuplicateKey } from '@app/entities';
import type { ProviderIdentity } from '@app/identity-providers';
import { Clock, DomainError, USER_ROLE_LIST } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { insertAccount, takenError } from '../accounts/new-account';
import { type Login, SessionsService, invalidCredentials } from '../accounts/sessions.service';
import { PlatformService } from '../platform/platform.service';
import { BindOffers } from './bind-offers';
import { findUserOf, insertLink } from './oauth-accounts.queries';

/** Binds people for whom a provider vouches to users, for good. */
@Injectable()
export class ProviderBindingService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly offers: BindOffers,
    private readonly sessions: SessionsService,
    private readonly platform: PlatformService,
    private readonly clock: Clock,
  ) {}

  /**
   * Binds to the user whose name and password these are, and signs in.
   * @throws DomainError `invalid_bind_token`, `identity_taken`; as `SessionsService.authenticate` does
   */
  bind(bindToken: string, name: string, password: string): Promise<Login> {
    return this.offers.use(bindToken, async (identity) => {
      const user = await this.sessions.authenticate(name, password);
      return this.link(identity, () => Promise.resolve(user));
    });
  }

  /**
   * Makes a user of the lowest role, without a password until one is set by mail, binds to it and signs in.
   * @throws DomainError `registration_closed`, `invalid_bind_token`, `email_unverified`, `username_taken`,
   * `email_taken` (who has that account must bind to it), `identity_taken`
   */
  async register(bindToken: string, username: string): Promise<Login> {
    if (!(await this.platform.registrationEnabled())) {
      throw new DomainError('forbidden', 'registration_closed', 'Accounts are made by administrators here.');
    }
    return this.offers.use(bindToken, async (identity) => {
      const account = {
        username,
        email: verifiedEmail(identity),
        passwordHash: null,
        role: USER_ROLE_LIST[0],
        createdAt: this.clock.now(),
      };
      try {
        return await this.link(identity, (manager) => insertAccount(manager, account));
      } catch (error) {
        if (isDuplicateKey(error)) throw await takenError(this.dataSource.manager, username);
        throw error;
      }
    });
  }

  /** All of it or nothing: the user, the session and the link. */
  private async link(
    identity: ProviderIdentity,
    userOf: (manager: EntityManager) => Promise<UserEntity>,
  ): Promise<Login> {
    try {
      return await inTransaction(this.dataSource, async (manager) => {
        const user = await userOf(manager);
        const login = await this.sessions.begin(user, manager);
        // Removed, or given another password, since it was shown.
        if (!login) throw invalidCredentials();
        await insertLink(manager, identity, user.id, this.clock.now());
        return login;
      });
    } catch (error) {
      if (isDuplicateKey(error) && (await findUserOf(this.dataSource.manager, identity)))
        throw identityTaken();
      throw error;
    }
  }
}

function verifiedEmail({ email, emailVerified }: ProviderIdentity): string {
  if (email !== null && emailVerified) return email;
  throw new DomainError(
    'invalid',
    'email_unverified',
    'The provider does not vouch for an e-mail address of yours: bind to an account that you have.',
  );
}

function identityTaken(): DomainError {
  return new DomainError('conflict', 'identity_taken', 'This sign-in is bound to an account already.');
}
