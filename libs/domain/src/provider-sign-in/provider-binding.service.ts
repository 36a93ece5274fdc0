import { inTransaction } from '@app/entities';
import type { ProviderIdentity } from '@app/identity-providers';
import { DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { NewAccountsService } from '../accounts/new-accounts.service';
import { registrationClosed } from '../accounts/registration-closed';
import { type Login, SessionsService, invalidCredentials } from '../accounts/sessions.service';
import { PlatformService } from '../platform/platform.service';
import { BindOffers } from './bind-offers';
import { ProviderLinks } from './provider-links';

/** Binds people for whom a provider vouches to users, for good. */
@Injectable()
export class ProviderBindingService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly offers: BindOffers,
    private readonly links: ProviderLinks,
    private readonly sessions: SessionsService,
    private readonly accounts: NewAccountsService,
    private readonly platform: PlatformService,
  ) {}

  /**
   * Binds to the user whose name and password these are, and signs in: both or neither.
   * @throws DomainError `invalid_bind_token`, `identity_taken`; as `SessionsService.authenticate` does
   */
  bind(bindToken: string, name: string, password: string): Promise<Login> {
    return this.offers.use(bindToken, async (identity) => {
      const user = await this.sessions.authenticate(name, password);
      return inTransaction(this.dataSource, async (manager) => {
        const login = await this.sessions.begin(user, manager);
        // Removed, or given another password, since it was shown.
        if (!login) throw invalidCredentials();
        await this.links.link(identity, user, manager);
        return login;
      });
    });
  }

  /**
   * Makes a user of the lowest role, without a password until one is set by mail, binds to it and signs in.
   * @throws DomainError `registration_closed`, `invalid_bind_token`, `email_unverified`, `username_taken`,
   * `email_taken` (who has that account must bind to it), `identity_taken`
   */
  async register(bindToken: string, username: string): Promise<Login> {
    if (!(await this.platform.registrationEnabled())) throw registrationClosed();
    return this.offers.use(bindToken, (identity) =>
      this.accounts.make({ username, email: verifiedEmail(identity), passwordHash: null }, (user, manager) =>
        this.links.link(identity, user, manager),
      ),
    );
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
