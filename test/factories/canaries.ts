import { randomBytes } from 'node:crypto';

/** Recognisable secrets, and the search for them in text. */
export class Canaries {
  private readonly stems = new Map<string, string>();

  /** @returns a secret of 40 characters with some that URLs encode */
  make(name: string): string {
    const stem = `canary${randomBytes(12).toString('hex')}`;
    this.stems.set(name, stem);
    return `${stem}/@:+&?%20`;
  }

  /** Adds a secret that the product has generated. */
  add(name: string, secret: string): void {
    this.stems.set(name, secret);
  }

  /** @returns each canary in `text`, as it is, URL-encoded or within base64, with its line */
  foundIn(text: string): string[] {
    return [...this.stems].flatMap(([name, stem]) => {
      const forms = [stem, encodeURIComponent(stem), ...base64Forms(stem)];
      const line = text.split('\n').find((line) => forms.some((form) => line.includes(form)));
      return line === undefined ? [] : [`${name}: ${line}`];
    });
  }
}

/** What base64 makes of `text` in the middle of other bytes: its form depends on the position modulo three. */
function base64Forms(text: string): string[] {
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.from(' '.repeat(offset) + text).toString('base64');
    return encoded.slice(Math.ceil((offset * 4) / 3), Math.floor(((offset + text.length) * 4) / 3));
  });
}
