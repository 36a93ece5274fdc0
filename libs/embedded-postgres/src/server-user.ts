import { readFileSync, statSync } from 'node:fs';
import { EmbeddedPostgresError } from './embedded-postgres-error';

/** The account under which a server process runs. */
export interface ServerUser {
  name: string;
  uid: number;
  gid: number;
}

const UNPRIVILEGED = ['postgres', 'nobody'];

/** Returns the first of the given accounts that exists on this machine and is not root. */
export function findUser(names: readonly string[], passwd = readPasswd()): ServerUser | null {
  const users = passwd.split('\n').map((line) => line.split(':'));
  for (const wanted of names) {
    const entry = users.find(([name]) => name === wanted);
    const user = entry && { name: wanted, uid: Number(entry[2]), gid: Number(entry[3]) };
    if (user && user.uid > 0 && user.gid > 0) return user;
  }
  return null;
}

/**
 * Returns the account under which the server must run. Null means the user of this process. PostgreSQL refuses to run
 * as root. If this process runs as root, the server runs as the owner of the existing cluster or as an unprivileged
 * account.
 */
export function serverUserFor(clusterDirectory: string): ServerUser | null {
  if (process.getuid?.() !== 0) return null;
  if (process.platform !== 'linux') {
    throw new EmbeddedPostgresError(
      'The embedded PostgreSQL cannot run as root on this system. Start as an ordinary user, or set DATABASE_URL.',
    );
  }
  const owner = statSync(clusterDirectory, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  const user = findUser(UNPRIVILEGED);
  if (!user) {
    throw new EmbeddedPostgresError(
      `PostgreSQL does not run as root, and this machine has no user ${UNPRIVILEGED.join(' or ')}: start as an ordinary user, or set DATABASE_URL.`,
    );
  }
  return user;
}

function readPasswd(): string {
  return readFileSync('/etc/passwd', 'utf8');
}
