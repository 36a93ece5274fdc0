import { inTransaction } from '@app/entities';
import type { ProviderIdentity } from '@app/identity-providers';
import { DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { NewAccountsService } from '../accounts/new-accounts.service';
import { registrationClosed } from '../accounts/registration-closed';
import { type Login, SessionsService, invalidCredentials } from '../accounts/sessions.service';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { BindOffers } from './bind-offers';
import { ProviderLinks } from './provider-links';

/** Binds identities at sign-in providers to users. */
@Injectable()
export class ProviderBindingService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly offers: BindOffers,
    private readonly links: ProviderLinks,
    private readonly sessions: SessionsService,
    private readonly accounts: NewAccountsService,
    private readonly configuration: ConfigurationService,
  ) {}

  /**
   * Bind the identity to the user with this name and password, and sign in. Both happen in one transaction.
   * @throws DomainError `invalid_bind_token`, `identity_taken`; errors of `SessionsService.authenticate`
   */
  bind(bindToken: string, name: string, password: string): Promise<Login> {
    return this.offers.use(bindToken, async (identity) => {
      const user = await this.sessions.authenticate(name, password);
      return inTransaction(this.dataSource, async (manager) => {
        const login = await this.sessions.begin(user, manager);
        // The user was removed or changed their password in the meantime.
        if (!login) throw invalidCredentials();
        await this.links.link(identity, user, manager);
        return login;
      });
    });
  }

  /**
   * Create a user with the lowest role and without a password, bind the identity and sign in. The user can set a
   * password with a mailed code.
   * @throws DomainError `registration_closed`, `invalid_bind_token`, `email_unverified`, `username_taken`,
   *   `email_taken` (the person must bind the identity to the existing account), `identity_taken`
   */
  async register(bindToken: string, username: string): Promise<Login> {
    if (!(await this.configuration.registrationEnabled())) throw registrationClosed();
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
    'The provider has not verified your e-mail address. Bind your identity at the provider to an account that you already have.',
  );
}
