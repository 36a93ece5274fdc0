import { SHORTEST_WITHIN } from './mask-echoes';
import { SECRET_MASK } from './secret-mask';

/**
 * The private-use character that begins a mark. If data contains this character, the character is sealed as a mark
 * without a name.
 */
const MARK = '\uF8FF';
/** A mark: the character, the URL-encoded name of a variable, and a semicolon. */
const MARKED = /\uF8FF([^;"]*);/g;
/** An escape sequence in JSON. */
const ESCAPE = String.raw`\\u[0-9A-Fa-f]{4}|\\.`;
/** A JSON string with its quotes, and with the colon if it is the name of a field. */
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"(:?)/g;

/** Removes secrets from results. */
export interface Hiding {
  /** Masks the secrets in JSON. The masks cannot be reversed. */
  hide(json: string): string;
}

/** Masks the secrets in a value that is still sealed. */
export const HIDING_SEALED: Hiding = {
  hide: (json) => json.replace(MARKED, (_, name: string) => (name === '' ? MARK : SECRET_MASK)),
};

/** Masks or seals the secret values of the workflow environment in stored data. */
export class SecretValues implements Hiding {
  /** Maps the value of each variable to its URL-encoded name. */
  private readonly nameOf: ReadonlyMap<string, string>;
  private readonly byName: ReadonlyMap<string, string>;
  private readonly keptWithin: RegExp;
  /** The values as they are written in JSON strings. */
  private readonly kept: readonly string[];
  private readonly shown: readonly string[];
  private readonly shownWithin: RegExp | null;

  /** All variables of the workflow environment, secret or not. */
  readonly variables: Readonly<Record<string, string>>;

  /** @param plain variables that are not secret. A secret with the same name takes precedence */
  constructor(
    secretVariables: Readonly<Record<string, string>>,
    plain: Readonly<Record<string, string>> = {},
  ) {
    this.variables = Object.freeze({ ...plain, ...secretVariables });
    const secrets = Object.entries(secretVariables)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => ({ name: encodeURIComponent(name), value }));
    this.nameOf = new Map(secrets.map(({ name, value }) => [value, name]));
    this.byName = new Map(secrets.map(({ name, value }) => [name, value]));
    const values = [...this.nameOf.keys()];
    this.keptWithin = anyOf(values, MARK) ?? new RegExp(MARK, 'g');
    this.kept = values.map(written);
    const encoded = values.map((value) => written(encodeURIComponent(value)));
    // The values are also searched for as JSON within JSON, because log lines quote the input of nodes.
    this.shown = [...new Set([...this.kept, ...encoded, ...this.kept.map(written)])];
    const within = anyOf(this.shown);
    // Escape sequences are matched as a whole. If they were not, the `n` of `\n` could match the beginning of a value.
    this.shownWithin = within && new RegExp(`${within.source}|${ESCAPE}`, 'g');
  }

  /** Masks only string values of the JSON. Numbers and names of fields are not changed, even if they equal a secret. */
  hide(json: string): string {
    if (!this.shown.some((value) => json.includes(value))) return json;
    return json.replace(STRING, (token, colon: string) => {
      if (colon) return token;
      if (this.shown.includes(token.slice(1, -1))) return `"${SECRET_MASK}"`;
      if (!this.shownWithin) return token;
      return token.replace(this.shownWithin, (found) => (this.shown.includes(found) ? SECRET_MASK : found));
    });
  }

  /** Masks the secrets in plain text. */
  hideInText(text: string): string {
    return JSON.parse(this.hide(JSON.stringify(text))) as string;
  }

  /** Returns true if `seal` may change a text in this JSON. */
  mayBeIn(json: string): boolean {
    return json.includes(MARK) || this.kept.some((value) => json.includes(value));
  }

  /** Replaces secrets in a text by marks. `unseal` restores the values from the marks. */
  seal(text: string): string {
    const whole = this.nameOf.get(text);
    if (whole !== undefined) return `${MARK}${whole};`;
    return text.replace(this.keptWithin, (found) => `${MARK}${this.nameOf.get(found) ?? ''};`);
  }

  /** Replaces each mark by the current value of its variable, or by an empty text if the variable no longer exists. */
  unseal(text: string): string {
    return text.replace(MARKED, (_, name: string) => (name === '' ? MARK : (this.byName.get(name) ?? '')));
  }
}

/** Returns true if this JSON may contain marks. */
export function isSealed(json: string): boolean {
  return json.includes(MARK);
}

const written = (value: string) => JSON.stringify(value).slice(1, -1);

/** Longer values come first, because one value may be the beginning of another. */
function anyOf(values: readonly string[], also?: string): RegExp | null {
  const long = values.filter((value) => value.length >= SHORTEST_WITHIN);
  const all = [...long.sort((a, b) => b.length - a.length), ...(also === undefined ? [] : [also])];
  return all.length === 0 ? null : new RegExp(all.map(literally).join('|'), 'g');
}

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
