import { SECRET_MASK } from './secret-mask';
import { isCredentialName, isSecretName } from './secret-names';
import { maskSecretsInText } from './secrets-in-text';
import { SecretValues } from './secret-values';

/** Secrets that are looked for in all of the data. */
const MOST_VALUES = 100;
/** Fields in which headers or query parameters stand by their names. */
const OF_CREDENTIALS = /^(?:.*headers|query|params|auth)$/i;

/**
 * A copy of data with its secrets masked: fields that are named like secrets, headers and query parameters that carry
 * credentials, and credentials within texts. Null stays null. Objects of classes, such as dates and errors, are not
 * looked into.
 * @param onSecret is given each secret text that was masked
 */
export function maskSecrets<Data>(data: Data, onSecret?: (secret: string) => void): Data {
  return new Masking(onSecret).mask(data, false) as Data;
}

/** As `maskSecrets`, and masks the secrets that it found wherever else they stand in the data, also in part of a text. */
export function hideSecrets<Data>(data: Data): Data {
  const secrets = new Set<string>();
  const masked = maskSecrets(data, (secret) => {
    for (const part of partsOf(secret)) secrets.add(part);
  });
  secrets.delete(SECRET_MASK);
  if (secrets.size === 0) return masked;
  const values = new SecretValues(
    Object.fromEntries([...secrets].slice(0, MOST_VALUES).map((secret, index) => [index, secret])),
  );
  return JSON.parse(values.hide(JSON.stringify(masked))) as Data;
}

class Masking {
  private readonly around = new Set<object>();

  constructor(private readonly onSecret?: (secret: string) => void) {}

  mask(data: unknown, inHeaders: boolean): unknown {
    if (typeof data === 'string') return maskSecretsInText(data, this.onSecret);
    if (typeof data !== 'object' || data === null || !isPlain(data)) return data;
    if (this.around.has(data)) return '[circular]';
    this.around.add(data);
    const copy = Array.isArray(data)
      ? data.map((element) => this.mask(element, inHeaders))
      : this.maskFields(data, inHeaders);
    this.around.delete(data);
    return copy;
  }

  private maskFields(object: object, inHeaders: boolean): object {
    const isSecret = inHeaders ? isCredentialName : isSecretName;
    const { name, key = name } = object as { name?: unknown; key?: unknown };
    // `{name: 'Authorization', value: …}` is a field too.
    const isSecretPair = typeof key === 'string' && isSecret(key);
    const entries = Object.entries(object).map(([field, value]) =>
      isSecret(field) || (isSecretPair && field === 'value')
        ? [field, this.maskWhole(value)]
        : [field, this.mask(value, OF_CREDENTIALS.test(field))],
    );
    return Object.fromEntries(entries) as object;
  }

  private maskWhole(value: unknown): unknown {
    if (value === null || value === undefined) return value;
    if (typeof value === 'string' || typeof value === 'number') this.onSecret?.(String(value));
    else if (typeof value === 'object') for (const each of Object.values(value)) this.maskWhole(each);
    return SECRET_MASK;
  }
}

function isPlain(data: object): boolean {
  if (Array.isArray(data)) return true;
  const prototype: unknown = Object.getPrototypeOf(data);
  return prototype === null || prototype === Object.prototype;
}

/** A header's secret also without its scheme, and what `Basic` encodes. */
function partsOf(secret: string): string[] {
  const [, scheme = '', rest = ''] = /^(\w+) +(\S+)$/.exec(secret) ?? [];
  if (rest === '') return [secret];
  const password = Buffer.from(rest, 'base64').toString().split(':')[1];
  return [secret, rest, ...(scheme === 'Basic' && password ? [password] : [])];
}
