import { type Clock, DomainError, isNetwork, isSecret, NetworkList } from '@app/kernel';
import { signatureProblems } from '../workflows/signature-config';
import type { TriggerConfigs } from '../workflows/trigger-schemas';
import type { TriggeredWorkflow } from '../workflows/workflows.service';
import {
  isSignedBy,
  isTimelyClaim,
  schemeOf,
  type SignatureClaim,
  type SignatureScheme,
  STANDARD_WEBHOOKS,
} from './signature-schemes';
import type { WebhookDelivery } from './webhook-delivery';

/** The code of the error for a wrong secret or signature. */
export const WRONG_SECRET = 'invalid_secret';

/** Returns the error if the webhook does not accept deliveries from this address. */
export function addressRefusal(
  workflow: TriggeredWorkflow,
  { address }: WebhookDelivery,
): DomainError | null {
  const { allowedIps = [] } = workflow.triggerConfig as TriggerConfigs['webhook'];
  if (isAllowed(allowedIps, address)) return null;
  return new DomainError(
    'forbidden',
    'address_not_allowed',
    'Deliveries from this address are not accepted.',
  );
}

/**
 * Returns true if a webhook may be called from `address`. An empty list allows every caller, even if the address is
 * unknown. Any other list refuses unknown addresses.
 * @param allowed the stored addresses and CIDR blocks. A draft may contain anything; an invalid entry allows no address
 */
export function isAllowed(allowed: unknown, address: string | null): boolean {
  if (!Array.isArray(allowed)) return false;
  if (allowed.length === 0) return true;
  return address !== null && new NetworkList(allowed.filter(isNetwork)).has(address);
}

/** Returns the error if the sender cannot be authenticated by the secret or by a signature. */
export async function senderRefusal(
  workflow: TriggeredWorkflow,
  delivery: WebhookDelivery,
  clock: Clock,
): Promise<DomainError | null> {
  const { signature } = workflow.triggerConfig as TriggerConfigs['webhook'];
  if (signature === undefined) return secretRefusal(workflow, delivery, clock);
  // Only a draft can have an invalid signature configuration, and a draft accepts no deliveries.
  if (signatureProblems(signature).length > 0) return wrong();
  const scheme = schemeOf(signature);
  const claim = scheme.claimOf(delivery.headers);
  return claim === null ? wrong() : signatureRefusal(workflow, delivery, { scheme, claim }, clock);
}

/**
 * Checks the secret in the header, and the signature of Standard Webhooks. If a delivery has both, both must be right.
 * The secret is checked first, so that the body is not read if the secret is wrong.
 */
async function secretRefusal(
  workflow: TriggeredWorkflow,
  delivery: WebhookDelivery,
  clock: Clock,
): Promise<DomainError | null> {
  const { headers, repeated } = delivery;
  const secret = headers['x-webhook-secret'] ?? bearerIn(headers.authorization);
  const isRepeated = repeated.has('x-webhook-secret') || repeated.has('authorization');
  if (secret !== undefined && (isRepeated || !isSecret(workflow.webhookSecret, secret))) return wrong();
  const claim = STANDARD_WEBHOOKS.claimOf(headers);
  if (claim !== null)
    return signatureRefusal(workflow, delivery, { scheme: STANDARD_WEBHOOKS, claim }, clock);
  return secret === undefined ? wrong() : null;
}

async function signatureRefusal(
  { webhookSecret }: TriggeredWorkflow,
  { repeated, body }: WebhookDelivery,
  { scheme, claim }: { scheme: SignatureScheme; claim: SignatureClaim },
  clock: Clock,
): Promise<DomainError | null> {
  if (claim.signatures.length === 0 || scheme.headers.some((name) => repeated.has(name))) return wrong();
  if (!isSignedBy(scheme, webhookSecret, claim, (await body()).bytes)) return wrong();
  if (isTimelyClaim(scheme, claim, clock.nowMs())) return null;
  return unauthenticated('untimely', 'The delivery was signed too long ago, or by a clock that is ahead.');
}

/** The secret in a header `Authorization: Bearer <secret>`. */
function bearerIn(authorization: string | undefined): string | undefined {
  return /^Bearer +([\x21-\x7e]+)$/i.exec(authorization ?? '')?.[1];
}

function wrong(): DomainError {
  return unauthenticated(WRONG_SECRET, 'The secret, or the signature, is missing or wrong.');
}

function unauthenticated(code: string, message: string): DomainError {
  return new DomainError('unauthenticated', code, message);
}
