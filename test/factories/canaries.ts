import { randomBytes } from 'node:crypto';

/** Creates secrets that are easy to recognize, and searches texts for them. */
export class Canaries {
  private readonly stems = new Map<string, string>();

  /** @returns a new secret of 40 characters, including some that URLs must encode */
  make(name: string): string {
    const stem = `canary${randomBytes(12).toString('hex')}`;
    this.stems.set(name, stem);
    return `${stem}/@:+&?%20`;
  }

  /** Adds a secret that the product has generated. @throws Error if it is missing */
  add(name: string, secret: string | undefined): void {
    if (!secret) throw new Error(`The answer contains no ${name}.`);
    this.stems.set(name, secret);
  }

  /**
   * Finds secrets in `text` that are plain, URL-encoded or in base64.
   * @returns the name of each secret that was found, with the line that contains it
   */
  foundIn(text: string): string[] {
    return [...this.stems].flatMap(([name, stem]) => {
      const forms = [stem, encodeURIComponent(stem), ...base64Forms(stem)];
      const line = text.split('\n').find((line) => forms.some((form) => line.includes(form)));
      return line === undefined ? [] : [`${name}: ${line}`];
    });
  }
}

/**
 * Returns the three forms that `text` can have within a longer base64 text. The form depends on the byte offset of
 * `text` modulo three.
 */
function base64Forms(text: string): string[] {
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.from(' '.repeat(offset) + text).toString('base64');
    return encoded.slice(Math.ceil((offset * 4) / 3), Math.floor(((offset + text.length) * 4) / 3));
  });
}
