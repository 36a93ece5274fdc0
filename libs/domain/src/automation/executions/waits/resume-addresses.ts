import { createHash, createHmac, hkdfSync } from 'node:crypto';
import type { Environment } from '@app/config';

type Settings = Pick<Environment, 'JWT_SECRET' | 'PUBLIC_URL' | 'HOST' | 'PORT'>;

/** Addresses that mean every interface. A client cannot open them. */
const ANY_ADDRESS = new Set(['0.0.0.0', '::']);

/**
 * The one-time addresses that resume waiting nodes. The token is derived from the node run and a secret key. The
 * address of a node run is therefore always the same, and need not be stored before the node starts.
 */
export class ResumeAddresses {
  private key: Buffer | undefined;

  constructor(private readonly settings: Settings) {}

  /** @param stepKey the idempotency key of the node's run */
  urlOf(stepKey: string): string {
    return `${baseOf(this.settings)}/api/workflows/resume/${this.tokenOf(stepKey)}`;
  }

  /** The prefix lets logs recognize and mask the token. */
  tokenOf(stepKey: string): string {
    this.key ??= Buffer.from(hkdfSync('sha256', this.settings.JWT_SECRET, '', 'resume addresses', 32));
    return `rt_${createHmac('sha256', this.key).update(stepKey).digest('base64url')}`;
  }
}

function baseOf({ PUBLIC_URL, HOST, PORT }: Settings): string {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL.replace(/\/+$/, '');
  const host = HOST.includes(':') ? `[${HOST}]` : HOST;
  return `http://${ANY_ADDRESS.has(HOST) ? 'localhost' : host}:${PORT}`;
}

/** The form in which a token is stored. */
export function resumeTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
