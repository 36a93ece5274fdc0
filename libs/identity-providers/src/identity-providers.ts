import { Environment, signInProviders } from '@app/config';
import { DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { IdentityProvider } from './identity-provider';

/** The configured sign-in providers. */
@Injectable()
export class IdentityProviders {
  private readonly providers: ReadonlyMap<string, IdentityProvider>;

  constructor(environment: Environment) {
    this.providers = new Map(
      signInProviders(environment).map((provider) => [provider.id, new IdentityProvider(provider)]),
    );
  }

  list(): { id: string; name: string }[] {
    return [...this.providers].map(([id, { name }]) => ({ id, name }));
  }

  /**
   * Returns a provider.
   * @throws DomainError `not_found` if the provider is unknown or not configured
   */
  get(id: string): IdentityProvider {
    const provider = this.providers.get(id);
    if (!provider) throw DomainError.notFound('The provider');
    return provider;
  }
}
