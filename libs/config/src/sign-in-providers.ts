import type { Environment } from './environment';

/** A provider that authenticates people by OpenID Connect. */
export interface SignInProvider {
  id: 'google' | 'microsoft';
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

type Variables = Pick<Environment, Extract<keyof Environment, `OAUTH_${string}`>>;

/** Returns the providers whose client id and secret are set. */
export function signInProviders(environment: Variables): SignInProvider[] {
  const providers = [
    {
      id: 'google' as const,
      name: 'Google',
      issuer: environment.OAUTH_GOOGLE_ISSUER,
      clientId: environment.OAUTH_GOOGLE_CLIENT_ID,
      clientSecret: environment.OAUTH_GOOGLE_CLIENT_SECRET,
    },
    {
      id: 'microsoft' as const,
      name: 'Microsoft',
      issuer: environment.OAUTH_MICROSOFT_ISSUER,
      clientId: environment.OAUTH_MICROSOFT_CLIENT_ID,
      clientSecret: environment.OAUTH_MICROSOFT_CLIENT_SECRET,
    },
  ];
  return providers.flatMap(({ clientId, clientSecret, ...provider }) =>
    clientId === undefined || clientSecret === undefined ? [] : [{ ...provider, clientId, clientSecret }],
  );
}
