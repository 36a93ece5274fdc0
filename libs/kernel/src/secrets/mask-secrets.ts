import { maskEchoes } from './mask-echoes';
import { isPlain } from './plain-data';
import { SECRET_MASK } from './secret-mask';
import { isCredentialName, isSecretName } from './secret-names';
import { maskSecretsInText } from './secrets-in-text';

/** Fields that contain headers or query parameters by name. */
const OF_CREDENTIALS = /^(?:.*headers|query|params|auth)$/i;

/**
 * Returns a copy of data with its secrets masked: fields that have the name of a secret, headers and query parameters
 * that carry credentials, and credentials within texts. Null stays null. Instances of classes, such as dates and
 * errors, are not changed.
 * @param onSecret called with each masked secret
 */
export function maskSecrets<Data>(data: Data, onSecret?: (secret: string) => void): Data {
  return new Masking(onSecret).mask(data, false) as Data;
}

/**
 * Like `maskSecrets`, but also masks the secrets of `source` wherever they occur in texts of the data. Names of fields
 * are not changed, because callers choose many of the secrets, and a secret may be an ordinary word.
 */
export function hideSecrets<Data>(data: Data, source: unknown = data): Data {
  const secrets = new Set<string>();
  const collect = (secret: string): void => {
    for (const part of partsOf(secret)) secrets.add(part);
  };
  if (source !== data) maskSecrets(source, collect);
  return maskEchoes(maskSecrets(data, source === data ? collect : undefined), secrets);
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
    // A pair such as `{name: 'Authorization', value: …}` counts as a field.
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

/**
 * Returns the secret itself. If it is a header such as `Basic …`, also returns the part after the scheme and the
 * decoded password.
 */
function partsOf(secret: string): string[] {
  const [, scheme = '', rest = ''] = /^(\w+) +(\S+)$/.exec(secret) ?? [];
  if (rest === '') return [secret];
  const password = Buffer.from(rest, 'base64').toString().split(':')[1];
  return [secret, rest, ...(scheme === 'Basic' && password ? [password] : [])];
}
