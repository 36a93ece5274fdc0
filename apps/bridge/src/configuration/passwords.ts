import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PREFIX = 'encrypted:';
const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The account at the address to which a password is sent. */
export interface Recipient {
  url?: unknown;
  username?: unknown;
}

/**
 * Encrypts the passwords of the configuration with a key in the folder of the bridge's data. An encrypted password is
 * bound to its recipient, so it can be shown and sent back, but not be used for another address.
 */
export class Passwords {
  private readonly keyFile: string;

  constructor(private readonly dataDir: string) {
    this.keyFile = join(dataDir, 'password.key');
  }

  /** Returns an encrypted password as it is. */
  encrypted(password: string, recipient: Recipient): string {
    if (password.startsWith(PREFIX)) return password;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key(), nonce).setAAD(identityOf(recipient));
    const content = Buffer.concat([cipher.update(password, 'utf8'), cipher.final()]);
    return PREFIX + Buffer.concat([nonce, content, cipher.getAuthTag()]).toString('base64');
  }

  /** Returns null if it was encrypted for another recipient or with another key. A plain password is returned as it is. */
  decrypted(text: string, recipient: Recipient): string | null {
    if (!text.startsWith(PREFIX)) return text;
    const bytes = Buffer.from(text.slice(PREFIX.length), 'base64');
    try {
      const decipher = createDecipheriv(ALGORITHM, this.key(), bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(identityOf(recipient)).setAuthTag(bytes.subarray(-TAG_BYTES));
      return (
        decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      );
    } catch {
      return null;
    }
  }

  private key(): Buffer {
    try {
      return readFileSync(this.keyFile);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      mkdirSync(this.dataDir, { recursive: true });
      const key = randomBytes(KEY_BYTES);
      writeFileSync(this.keyFile, key, { mode: 0o600, flag: 'wx', flush: true });
      return key;
    }
  }
}

function identityOf({ url, username }: Recipient): Buffer {
  return Buffer.from(JSON.stringify([url, username]));
}
