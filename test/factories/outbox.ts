import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '../harness';
import { type ReadMail, readMail } from './read-mail';

/** This time limit is long, because sending a mail takes long on a busy machine. */
const PATIENCE_MS = 60_000;

/** Reads the mails from the outbox, the folder to which mail is written if no mail server is configured. */
export class Outbox {
  private readonly folder: string;
  private readonly read = new Set<string>();
  /** Mails that were read but not yet returned, oldest first. */
  private mails: ReadMail[] = [];

  constructor(dataDir: string) {
    this.folder = join(dataDir, 'outbox');
  }

  /** Waits for the first mail to `address` that has not been returned yet. */
  next(address: string): Promise<ReadMail> {
    return waitFor(() => this.give(address), { timeoutMs: PATIENCE_MS, what: `a mail to ${address}` });
  }

  /** Returns true if there is a mail to `address` that has not been returned yet. */
  has(address: string): boolean {
    this.look();
    return this.mails.some((mail) => isTo(mail, address));
  }

  /** Returns all mails to `address` that have not been returned yet. */
  rest(address: string): ReadMail[] {
    this.look();
    const rest = this.mails.filter((mail) => isTo(mail, address));
    this.mails = this.mails.filter((mail) => !rest.includes(mail));
    return rest;
  }

  private give(address: string): ReadMail | undefined {
    this.look();
    const mail = this.mails.find((mail) => isTo(mail, address));
    this.mails = this.mails.filter((other) => other !== mail);
    return mail;
  }

  private look(): void {
    const names = existsSync(this.folder) ? readdirSync(this.folder).sort() : [];
    for (const name of names) {
      if (!name.endsWith('.eml') || this.read.has(name)) continue;
      this.read.add(name);
      this.mails.push(readMail(readFileSync(join(this.folder, name))));
    }
  }
}

/** Returns the code in a mail, or undefined if the mail has none. */
export function codeIn({ text }: ReadMail): string | undefined {
  return /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0];
}

/** Ignores case, because the mail contains the domain of the address in lower case. */
function isTo({ headers }: ReadMail, address: string): boolean {
  return headers.get('to')?.toLowerCase() === address.toLowerCase();
}
