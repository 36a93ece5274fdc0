import { Environment } from '@app/config';
import { type Limit, Throttle } from '@app/ephemeral';
import { Clock, DomainError, isSecret } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { signatureProblems } from '../workflows/signature-config';
import type { TriggerConfigs } from '../workflows/trigger-schemas';
import type { TriggeredWorkflow } from '../workflows/workflows.service';
import { isAllowed } from './allowed-addresses';
import { isSignedBy, isTimelyClaim } from './signature-check';
import { schemeOf, type SignatureClaim, type SignatureScheme, STANDARD_WEBHOOKS } from './signature-schemes';
import type { WebhookDelivery } from './webhook-delivery';
import { WebhookGuesses } from './webhook-guesses';

const WINDOW_SECONDS = 60;
const WRONG = 'invalid_secret';

/** Decides whether to admit a delivery, and returns the reason for a refusal. */
@Injectable()
export class WebhookGate {
  private readonly deliveries: Limit;

  constructor(
    throttle: Throttle,
    { LIMIT_WEBHOOKS_PER_MINUTE: points }: Environment,
    private readonly guesses: WebhookGuesses,
    private readonly clock: Clock,
  ) {
    this.deliveries = throttle.limit({
      name: 'webhook-deliveries',
      points,
      windowSeconds: WINDOW_SECONDS,
      frequent: true,
    });
  }

  /**
   * Checks the address, then the secret, then whether the workflow is enabled. The delivery is counted last. A sender
   * without permission therefore learns nothing about the workflow and uses up no quota.
   * @throws DomainError `forbidden`, `unauthenticated`, `conflict` or `too_many`
   */
  async admit(workflow: TriggeredWorkflow, delivery: WebhookDelivery): Promise<void> {
    const refusal = await this.refusalOf(workflow, delivery);
    if (refusal?.code === WRONG) await this.guesses.countWrong(workflow.id, delivery.address);
    if (refusal !== null) throw refusal;
    await this.count(workflow.id, delivery);
  }

  /**
   * Like `admit`, but checks a cached state of the workflow. A cached state may admit a delivery; only the current
   * state may refuse one.
   * @returns true if the delivery is admitted; call `uncount` if the cached state turns out to be outdated
   */
  async wouldAdmit(workflow: TriggeredWorkflow, delivery: WebhookDelivery): Promise<boolean> {
    try {
      if ((await this.refusalOf(workflow, delivery)) !== null) return false;
      await this.count(workflow.id, delivery);
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'too_many') return false;
      throw error;
    }
  }

  uncount(workflow: TriggeredWorkflow): Promise<void> {
    return this.deliveries.uncount(workflow.id);
  }

  private async refusalOf(
    workflow: TriggeredWorkflow,
    delivery: WebhookDelivery,
  ): Promise<DomainError | null> {
    const { allowedIps = [] } = workflow.triggerConfig as TriggerConfigs['webhook'];
    if (!isAllowed(allowedIps, delivery.address)) {
      const message = 'Deliveries from this address are not accepted.';
      return new DomainError('forbidden', 'address_not_allowed', message);
    }
    const doubt = await this.doubtOf(workflow, delivery);
    if (doubt !== null) return doubt;
    if (workflow.enabled && !workflow.draft) return null;
    return new DomainError('conflict', 'workflow_disabled', 'The workflow is not enabled.');
  }

  /** A delivery is counted only after its body has arrived completely. */
  private async count(workflowId: string, delivery: WebhookDelivery): Promise<void> {
    await delivery.body();
    try {
      await this.deliveries.count(workflowId);
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'too_many') throw error;
      const message = 'The webhook accepts no more deliveries this minute.';
      const { retryAfterSeconds } = error;
      throw new DomainError('too_many', 'too_many_deliveries', message, { retryAfterSeconds });
    }
  }

  /** Returns the error if the sender cannot be authenticated; null if the sender is authenticated. */
  private async doubtOf(workflow: TriggeredWorkflow, delivery: WebhookDelivery): Promise<DomainError | null> {
    this.guesses.assertMayTry(workflow.id, delivery.address);
    const { signature } = workflow.triggerConfig as TriggerConfigs['webhook'];
    if (signature === undefined) return this.secretDoubt(workflow, delivery);
    // Only a draft can have an invalid signature configuration, and a draft accepts no deliveries.
    if (signatureProblems(signature).length > 0) return wrong();
    const scheme = schemeOf(signature);
    const claim = scheme.claimOf(delivery.headers);
    return claim === null ? wrong() : this.signatureDoubt(workflow, delivery, { scheme, claim });
  }

  /**
   * Checks the secret in the header, and the signature of Standard Webhooks. If a delivery has both, both must be
   * right. The secret is checked first, so that the body is not read if the secret is wrong.
   */
  private secretDoubt(
    workflow: TriggeredWorkflow,
    delivery: WebhookDelivery,
  ): Promise<DomainError | null> | DomainError | null {
    const { headers, repeated } = delivery;
    const secret = headers['x-webhook-secret'] ?? bearerIn(headers.authorization);
    const isRepeated = repeated.has('x-webhook-secret') || repeated.has('authorization');
    if (secret !== undefined && (isRepeated || !isSecret(workflow.webhookSecret, secret))) return wrong();
    const claim = STANDARD_WEBHOOKS.claimOf(headers);
    if (claim !== null) return this.signatureDoubt(workflow, delivery, { scheme: STANDARD_WEBHOOKS, claim });
    return secret === undefined ? wrong() : null;
  }

  private async signatureDoubt(
    { webhookSecret }: TriggeredWorkflow,
    { repeated, body }: WebhookDelivery,
    { scheme, claim }: { scheme: SignatureScheme; claim: SignatureClaim },
  ): Promise<DomainError | null> {
    if (claim.signatures.length === 0 || scheme.headers.some((name) => repeated.has(name))) return wrong();
    if (!isSignedBy(scheme, webhookSecret, claim, (await body()).bytes)) return wrong();
    if (isTimelyClaim(scheme, claim, this.clock.nowMs())) return null;
    return unauthenticated('untimely', 'The delivery was signed too long ago, or by a clock that is ahead.');
  }
}

/** The secret in a header `Authorization: Bearer <secret>`. */
function bearerIn(authorization: string | undefined): string | undefined {
  return /^Bearer +([\x21-\x7e]+)$/i.exec(authorization ?? '')?.[1];
}

function wrong(): DomainError {
  return unauthenticated(WRONG, 'The secret, or the signature, is missing or wrong.');
}

function unauthenticated(code: string, message: string): DomainError {
  return new DomainError('unauthenticated', code, message);
}
