import { isEmail } from 'class-validator';

/** The identity of a person as stated by a provider. */
export interface ProviderIdentity {
  provider: string;
  /** The person's permanent and unique id at the provider. */
  subject: string;
  email: string | null;
  /** Whether the provider has verified the address. An unverified address proves nothing. */
  emailVerified: boolean;
  name: string | null;
}

/** The claims of an ID token or of the provider's userinfo. */
export interface PersonClaims {
  [claim: string]: unknown;
}

const MAX_NAME = 200;
const MAX_EMAIL = 254;
/**
 * The issuer of personal Microsoft accounts. Only for these accounts has Microsoft verified the addresses: in an
 * organization, the administrator can set any address.
 */
const MICROSOFT_PERSONAL = 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0';
const MICROSOFT = 'https://login.microsoftonline.com/';

/**
 * Converts claims to an identity.
 * @param idToken the verified claims of the ID token
 * @param page the claims of the userinfo. Used if the ID token contains no address
 */
export function toIdentity(
  provider: string,
  idToken: PersonClaims & { iss: string; sub: string },
  page: PersonClaims,
): ProviderIdentity {
  // The address and its verification must come from the same source.
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
  // `xms_edov` ("email domain owner verified") is an optional claim of Microsoft.
  return issuer.startsWith(MICROSOFT) && isTrue(claims.xms_edov);
}

/** Reads a boolean claim. Some providers send booleans as text, and Microsoft sends them as numbers. */
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
