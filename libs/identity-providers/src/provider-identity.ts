import { isEmail } from 'class-validator';

/** Somebody for whom a provider of sign-in vouches. */
export interface ProviderIdentity {
  provider: string;
  /** The provider's own name for the person: it never changes and is nobody else's. */
  subject: string;
  email: string | null;
  /** Whether the provider knows the address to be theirs. Without that it is anybody's claim. */
  emailVerified: boolean;
  name: string | null;
}

/** What an ID token or the provider's page of the person says. */
export interface PersonClaims {
  [claim: string]: unknown;
}

const MAX_NAME = 200;
const MAX_EMAIL = 254;
/** Microsoft's issuer of personal accounts; of an organisation's, its administrator decides what address they show. */
const MICROSOFT_PERSONAL = 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0';
const MICROSOFT = 'https://login.microsoftonline.com/';

/**
 * @param idToken its claims, verified
 * @param page what the provider's page of the person says, where the ID token has no address
 */
export function toIdentity(
  provider: string,
  idToken: PersonClaims & { iss: string; sub: string },
  page: PersonClaims,
): ProviderIdentity {
  // An address and the word that it is theirs are taken from one place.
  const claims = 'email' in idToken ? idToken : page;
  const email = isAddress(claims.email) ? claims.email : null;
  return {
    provider,
    subject: idToken.sub,
    email,
    emailVerified: email !== null && isVerified(claims, idToken.iss),
    name: textOf(claims.name) ?? textOf(idToken.name),
  };
}

function isVerified(claims: PersonClaims, issuer: string): boolean {
  if (claims.email_verified !== undefined) return isTrue(claims.email_verified);
  if (issuer === MICROSOFT_PERSONAL) return true;
  // "Email domain owner verified": an optional claim, and Microsoft's alone.
  return issuer.startsWith(MICROSOFT) && isTrue(claims.xms_edov);
}

/** Some providers write their booleans as text, Microsoft as a number. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true' || value === 1 || value === '1';
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_EMAIL && isEmail(value);
}

function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value.trim().slice(0, MAX_NAME);
  return text === '' ? null : text;
}
