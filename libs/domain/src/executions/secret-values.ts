const MASK = '********';
/** Of a private use; wherever data has it, it is written as a mark of its own. */
const MARK = '\uF8FF';
const MARKED = /\uF8FF([^;"]*);/g;
/** What is shorter would mask half of everything: it is hidden only where it is all there is. */
const SHORTEST_WITHIN = 4;
/** A string in JSON, with its quotes. */
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/g;

interface Secret {
  name: string;
  /** As within a string of JSON. */
  written: string;
}

/**
 * The values of the variables that workflows can see, and how they are kept out of what is stored. All works on JSON
 * text, within its strings: a number that looks like a value stays.
 */
export class SecretValues {
  private readonly byValue: ReadonlyMap<string, string>;
  private readonly byName: ReadonlyMap<string, string>;
  private readonly shown: readonly string[];
  private readonly shownWithin: RegExp | null;
  private readonly keptWithin: RegExp;

  constructor(readonly variables: Readonly<Record<string, string>>) {
    const secrets = Object.entries(variables)
      .filter(([, value]) => value !== '')
      .map(([name, value]): Secret => ({ name: encodeURIComponent(name), written: written(value) }));
    this.byValue = new Map(secrets.map(({ name, written }) => [written, name]));
    this.byName = new Map(secrets.map(({ name, written }) => [name, written]));
    const encoded = Object.values(variables).map((value) => written(encodeURIComponent(value)));
    this.shown = [...new Set([...this.byValue.keys(), ...encoded])].filter((value) => value !== '');
    this.shownWithin = anyOf(this.shown);
    this.keptWithin = anyOf([...this.byValue.keys()], MARK) ?? new RegExp(MARK, 'g');
  }

  /** Masks them in JSON for good. */
  hide(json: string): string {
    if (!this.shown.some((value) => json.includes(value))) return json;
    return json.replace(STRING, (token) => {
      if (this.shown.includes(token.slice(1, -1))) return `"${MASK}"`;
      return this.shownWithin ? token.replace(this.shownWithin, MASK) : token;
    });
  }

  /** Masks them in a sentence. */
  hideInText(text: string): string {
    return JSON.parse(this.hide(JSON.stringify(text))) as string;
  }

  /** Puts marks in their places, of which `unseal` makes the values again. */
  seal(json: string): string {
    if (!json.includes(MARK) && ![...this.byValue.keys()].some((value) => json.includes(value))) return json;
    return json.replace(STRING, (token) => {
      const whole = this.byValue.get(token.slice(1, -1));
      if (whole !== undefined) return `"${MARK}${whole};"`;
      return token.replace(this.keptWithin, (found) => `${MARK}${this.byValue.get(found) ?? ''};`);
    });
  }

  /** A variable that there is no more is empty. */
  unseal(sealed: string): string {
    if (!sealed.includes(MARK)) return sealed;
    return sealed.replace(MARKED, (_, name: string) => (name === '' ? MARK : (this.byName.get(name) ?? '')));
  }
}

const written = (value: string) => JSON.stringify(value).slice(1, -1);

/** The longest first: one value may be the beginning of another. */
function anyOf(values: readonly string[], also?: string): RegExp | null {
  const long = values.filter((value) => value.length >= SHORTEST_WITHIN);
  const all = [...long.sort((a, b) => b.length - a.length), ...(also === undefined ? [] : [also])];
  return all.length === 0 ? null : new RegExp(all.map(literally).join('|'), 'g');
}

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
