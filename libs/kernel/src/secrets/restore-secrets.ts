import { SECRET_MASK } from './secret-mask';
import { maskSecretsInText, restoreSecretsInText } from './secrets-in-text';

/** Stored data, and the same data with masked secrets, as a client has received it. */
export interface MaskedData {
  readonly stored: unknown;
  readonly masked: unknown;
}

/**
 * Returns a copy of `sent` in which each mask is replaced by the secret at the same place of the stored data.
 * @param onMissing called with the path of each mask for which no secret is stored, such as `.headers.cookie`
 */
export function restoreSecrets<Data>(sent: Data, kept: MaskedData, onMissing: (path: string) => void): Data {
  return restore(sent, kept, { path: '', onMissing }) as Data;
}

interface Place {
  readonly path: string;
  readonly onMissing: (path: string) => void;
}

function restore(sent: unknown, { stored, masked }: MaskedData, { path, onMissing }: Place): unknown {
  if (typeof sent === 'string') {
    if (!sent.includes(SECRET_MASK)) return sent;
    if (sent === masked) return stored;
    const restored = typeof stored === 'string' ? restoreSecretsInText(sent, stored) : sent;
    if (lacksSecret(restored, { stored, masked })) onMissing(path);
    return restored;
  }
  if (typeof sent !== 'object' || sent === null) return sent;
  const isList = Array.isArray(sent);
  const entries = Object.entries(sent).map(([name, value]) => {
    const kept = { stored: fieldOf(stored, name), masked: fieldOf(masked, name) };
    const at = { path: isList ? `${path}[${name}]` : `${path}.${name}`, onMissing };
    return [name, restore(value, kept, at)] as const;
  });
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

/**
 * Returns true if the text still contains a mask that stands for a secret. In other texts, such as the body of a mail,
 * the mask is just asterisks.
 */
function lacksSecret(text: string, { stored, masked }: MaskedData): boolean {
  if (!text.includes(SECRET_MASK)) return false;
  if (text === SECRET_MASK || (hasMask(masked) && !hasMask(stored))) return true;
  let isCredential = false;
  maskSecretsInText(text, (secret) => (isCredential ||= secret === SECRET_MASK));
  return isCredential;
}

function hasMask(value: unknown): boolean {
  return typeof value === 'string' && value.includes(SECRET_MASK);
}

function fieldOf(data: unknown, name: string): unknown {
  return typeof data === 'object' && data !== null && Object.hasOwn(data, name)
    ? (data as Record<string, unknown>)[name]
    : undefined;
}
