import { SECRET_MASK } from './secret-mask';

/** Of a private use; wherever data has it, it is written as a mark of its own. */
const MARK = '\uF8FF';
/** A name has no `;`: it is encoded. */
const MARKED = /\uF8FF([^;"]*);/g;
/** What is shorter would mask half of everything: it is hidden only where it is all there is. */
const SHORTEST_WITHIN = 4;
/** What a backslash begins in JSON. */
const ESCAPE = String.raw`\\u[0-9A-Fa-f]{4}|\\.`;
/** A string in JSON, with its quotes. */
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/g;

/** How results are kept free of secrets. */
export interface Hiding {
  /** Masks them in JSON for good. */
  hide(json: string): string;
}

/** Masks the secrets of what was sealed, and not opened since. */
export const HIDING_SEALED: Hiding = {
  hide: (json) => json.replace(MARKED, (_, name: string) => (name === '' ? MARK : SECRET_MASK)),
};

/** The values of the variables that workflows can see, and how they are kept out of what is stored. */
export class SecretValues implements Hiding {
  /** The encoded names of the variables by their values. */
  private readonly nameOf: ReadonlyMap<string, string>;
  private readonly byName: ReadonlyMap<string, string>;
  private readonly keptWithin: RegExp;
  /** What stands in JSON where a value does. */
  private readonly kept: readonly string[];
  private readonly shown: readonly string[];
  private readonly shownWithin: RegExp | null;

  constructor(readonly variables: Readonly<Record<string, string>>) {
    const secrets = Object.entries(variables)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => ({ name: encodeURIComponent(name), value }));
    this.nameOf = new Map(secrets.map(({ name, value }) => [value, name]));
    this.byName = new Map(secrets.map(({ name, value }) => [name, value]));
    const values = [...this.nameOf.keys()];
    this.keptWithin = anyOf(values, MARK) ?? new RegExp(MARK, 'g');
    this.kept = values.map(written);
    const encoded = values.map((value) => written(encodeURIComponent(value)));
    // Log lines quote what nodes were given: there it is JSON within JSON.
    this.shown = [...new Set([...this.kept, ...encoded, ...this.kept.map(written)])];
    const within = anyOf(this.shown);
    // Escapes are passed over as a whole: an `n` that belongs to one does not begin a value.
    this.shownWithin = within && new RegExp(`${within.source}|${ESCAPE}`, 'g');
  }

  /** All works within strings of JSON: a number that looks like a value stays. */
  hide(json: string): string {
    if (!this.shown.some((value) => json.includes(value))) return json;
    return json.replace(STRING, (token) => {
      if (this.shown.includes(token.slice(1, -1))) return `"${SECRET_MASK}"`;
      if (!this.shownWithin) return token;
      return token.replace(this.shownWithin, (found) => (this.shown.includes(found) ? SECRET_MASK : found));
    });
  }

  /** Masks them in a sentence. */
  hideInText(text: string): string {
    return JSON.parse(this.hide(JSON.stringify(text))) as string;
  }

  /** False where `seal` would change none of the texts in this JSON. */
  mayBeIn(json: string): boolean {
    return json.includes(MARK) || this.kept.some((value) => json.includes(value));
  }

  /** Puts marks in the places of secrets in a text, of which `unseal` makes the values again. */
  seal(text: string): string {
    const whole = this.nameOf.get(text);
    if (whole !== undefined) return `${MARK}${whole};`;
    return text.replace(this.keptWithin, (found) => `${MARK}${this.nameOf.get(found) ?? ''};`);
  }

  /** A variable has the value that it has now; one that there is no more is empty. */
  unseal(text: string): string {
    return text.replace(MARKED, (_, name: string) => (name === '' ? MARK : (this.byName.get(name) ?? '')));
  }
}

/** True where there may be something to `unseal` in this JSON. */
export function isSealed(json: string): boolean {
  return json.includes(MARK);
}

const written = (value: string) => JSON.stringify(value).slice(1, -1);

/** The longest first: one value may be the beginning of another. */
function anyOf(values: readonly string[], also?: string): RegExp | null {
  const long = values.filter((value) => value.length >= SHORTEST_WITHIN);
  const all = [...long.sort((a, b) => b.length - a.length), ...(also === undefined ? [] : [also])];
  return all.length === 0 ? null : new RegExp(all.map(literally).join('|'), 'g');
}

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
