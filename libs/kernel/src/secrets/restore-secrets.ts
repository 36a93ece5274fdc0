import { SECRET_MASK } from './secret-mask';
import { restoreSecretsInText } from './secrets-in-text';

/** Data as it is stored, and as it was shown with its secrets masked. */
export interface MaskedData {
  readonly stored: unknown;
  readonly masked: unknown;
}

/**
 * `sent` with each mask replaced by the secret that stands in the same place of the stored data.
 * @param onMissing is given the place of each mask for which nothing is stored, such as `.headers.cookie`
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
    if (restored.includes(SECRET_MASK)) onMissing(path);
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

function fieldOf(data: unknown, name: string): unknown {
  return typeof data === 'object' && data !== null && Object.hasOwn(data, name)
    ? (data as Record<string, unknown>)[name]
    : undefined;
}
