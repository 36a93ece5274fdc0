import { createHash } from 'node:crypto';
import { chmodSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { DomainError } from '@app/kernel';
import { connectionSchema } from './connection-schema';
import type { Passwords } from './passwords';
import { withPointsTables } from './points-file';
import {
  ConfigurationError,
  type ConnectionSettings,
  settingsIn,
  templateNames,
  type Unchecked,
} from './read-configuration';

/** A gateway's refusal is shown in few lines. */
const PROBLEMS_SHOWN = 3;

/** The content of the configuration file. */
export interface ConfigurationContent {
  /** Changes with each change of the file. */
  version: string;
  connections: unknown[];
}

/** The configuration file, which people also change over HTTP. */
export class StoredConfiguration {
  private isTrying = false;

  /**
   * @param use replaces the connections of the running bridge
   * @param tryOut reads the devices of a connection once, or searches others
   */
  constructor(
    private readonly file: string,
    private readonly passwords: Passwords,
    private readonly use: (connections: ConnectionSettings[]) => Promise<void>,
    private readonly tryOut: (connection: ConnectionSettings, isSearch: boolean) => Promise<object>,
  ) {}

  /** Encrypts the plain passwords that people have written into the file. @throws DomainError conflict if it cannot be written */
  encryptPasswords(): void {
    const { connections } = this.current();
    const encrypted = this.withoutPasswords(connections);
    if (JSON.stringify(encrypted) !== JSON.stringify(connections)) this.store(encrypted);
  }

  async read(): Promise<ConfigurationContent & { templates: string[]; schema: object }> {
    const { version, connections } = this.current();
    return {
      version,
      connections: this.withoutPasswords(connections),
      templates: await templateNames(),
      schema: connectionSchema(),
    };
  }

  /**
   * Replaces the connections. The file stays as it is if they are refused.
   * @throws DomainError invalid with the first problems, or if the file does not name a file that the connections name;
   *   conflict if `version` is not the current one, or if the file cannot be written
   */
  async replace({ version, connections: given }: ConfigurationContent): Promise<void> {
    const connections = withTables(given);
    const settings = await this.settingsOf(connections);
    // No other change can come between the comparison and the writing.
    if (this.current().version !== version)
      throw new DomainError('conflict', 'changed', 'The configuration was changed meanwhile: read it again.');
    this.store(this.withoutPasswords(connections));
    await this.use(settings);
  }

  /**
   * Tries a connection that need not be stored.
   * @throws DomainError invalid like `replace`; conflict while another one is tried
   */
  async try(connection: object, isSearch = false): Promise<object> {
    const [settings] = await this.settingsOf(withTables([connection]));
    if (!settings) return {};
    if (this.isTrying)
      throw new DomainError('conflict', 'busy', 'Another connection is being tried: try again in a minute.');
    this.isTrying = true;
    try {
      return await this.tryOut(settings, isSearch);
    } finally {
      this.isTrying = false;
    }
  }

  private async settingsOf(connections: unknown[]): Promise<ConnectionSettings[]> {
    const known = new Set(namedFiles(this.current().connections));
    const unknown = namedFiles(connections).filter((name) => !known.has(name));
    if (unknown.length > 0)
      throw DomainError.invalid(
        `Only the machine of the bridge can name files, and the address for a password: ${unknown.join(', ')}.`,
      );
    return settingsIn(this.file, { connections }, this.passwords).catch((error: unknown) => {
      throw error instanceof ConfigurationError ? DomainError.invalid(firstOf(error.problems)) : error;
    });
  }

  /** Encrypts plain passwords. */
  private withoutPasswords(connections: unknown[]): unknown[] {
    return connections.map((connection) => {
      const { url, username, password } = Object(connection) as Unchecked;
      if (typeof password !== 'string') return connection;
      return {
        ...(connection as object),
        password: this.passwords.encrypted(password, { url, username }),
      };
    });
  }

  private current(): ConfigurationContent {
    try {
      const text = readFileSync(this.file, 'utf8');
      const { connections } = JSON.parse(text) as { connections: unknown[] };
      return { version: createHash('sha256').update(text).digest('hex').slice(0, 16), connections };
    } catch (error) {
      throw notUsable('read', error);
    }
  }

  /** A file that is a link, and its mode, stay so. */
  private store(connections: unknown[]): void {
    const text = `${JSON.stringify({ connections }, null, 2)}\n`;
    try {
      const file = realpathSync(this.file);
      const draft = `${file}.new`;
      writeFileSync(draft, text, { flush: true });
      chmodSync(draft, statSync(file).mode);
      renameSync(draft, file);
    } catch (error) {
      throw notUsable('written', error);
    }
  }
}

/** @throws DomainError invalid if a table cannot be read */
function withTables(connections: readonly unknown[]): unknown[] {
  try {
    return withPointsTables(connections);
  } catch (error) {
    throw DomainError.invalid(`The table of points cannot be read: ${(error as Error).message}.`);
  }
}

function notUsable(how: 'read' | 'written', error: unknown): DomainError {
  const reason = (error as Error).message;
  return new DomainError('conflict', 'not_usable', `The configuration file cannot be ${how}: ${reason}.`);
}

function firstOf(problems: readonly string[]): string {
  const shown = problems.slice(0, PROBLEMS_SHOWN).join('; ');
  const others = problems.length - PROBLEMS_SHOWN;
  return others > 0 ? `${shown}; and ${others} more.` : `${shown}.`;
}

/**
 * The files that connections name. A configuration can show the contents of its files to other machines, so no request
 * names other files. A password belongs to the address to which it is sent.
 */
function namedFiles(connections: readonly unknown[]): string[] {
  return connections.flatMap((connection) => {
    const { url, passwordFile, caFile, devices } = Object(connection) as Unchecked;
    const tables = Array.isArray(devices)
      ? devices.map((each) => (Object(each) as Unchecked).pointsFile)
      : [];
    const named = [
      passwordFile !== undefined && { passwordFile, url },
      caFile !== undefined && { caFile },
      ...tables.map((pointsFile) => pointsFile !== undefined && { pointsFile }),
    ];
    return named.filter(Boolean).map((each) => JSON.stringify(each));
  });
}
