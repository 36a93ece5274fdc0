import { createECDH, hkdfSync } from 'node:crypto';

/** The key pair with which the platform identifies itself to push services, each half in base64url. */
export interface VapidKeys {
  /** An uncompressed point of the curve P-256, 65 bytes. Browsers need it to subscribe. */
  publicKey: string;
  /** 32 bytes. */
  privateKey: string;
}

/**
 * Derives the keys from the secret of the installation (RFC 8292). The secret is made at the first start, and all
 * processes have it, so the keys need no place of their own. With another secret, browsers must subscribe again.
 */
export function vapidKeysOf(secret: string): VapidKeys {
  const curve = createECDH('prime256v1');
  const privateKey = Buffer.from(hkdfSync('sha256', secret, '', 'web push', 32));
  // Fails if the key is beyond the order of the curve. The probability is 2^-32.
  curve.setPrivateKey(privateKey);
  return {
    publicKey: curve.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  };
}
