import { createHash, randomBytes } from 'node:crypto';
import { AccessTokens } from '@app/auth';
import { inTransaction, type UserEntity } from '@app/entities';
import { Actor, Clock, currentRequest, DomainError, foldName } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { type Account, toAccount } from './account';
import { findAccountByLoginName, recordLogin } from './accounts.queries';
import { LoginThrottle } from './login-throttle';
import { PasswordHasher } from './password-hasher';
import {
  endSession,
  findSession,
  findSessionOwner,
  refuseTokens,
  replaceSession,
  rotateSession,
} from './sessions.queries';

const REFRESH_TOKEN_LIFETIME_MS = 7 * 24 * 3600 * 1000;
const USER_AGENT_LENGTH = 255;

export interface TokenPair {
  /** Valid for 15 minutes. */
  accessToken: string;
  /** Valid for 7 days and for a single use. */
  refreshToken: string;
}

export interface Login extends TokenPair {
  account: Account;
}

/** A session as its user and administrators see it. */
export interface UserSession {
  /** The number of the session. Each sign-in of the user increases it. */
  id: number;
  createdAt: Date;
  /** The time of the sign-in or of the last refresh. */
  lastUsedAt: Date;
  expiresAt: Date;
  userAgent: string | null;
  /** Whether the caller uses this session. */
  current: boolean;
}

/** Starts, refreshes, lists and ends sessions. A user has at most one session. */
@Injectable()
export class SessionsService {
  private readonly logger = new Logger(SessionsService.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly accessTokens: AccessTokens,
    private readonly passwords: PasswordHasher,
    private readonly clock: Clock,
    private readonly throttle: LoginThrottle,
    private readonly audit: AuditService,
  ) {}

  /**
   * Start a session and end the user's other session.
   * @param name a username or an e-mail address
   * @throws DomainError `too_many_attempts`; `invalid_credentials`. Response and response time are the same for a wrong
   *   name and for a wrong password
   */
  async login(name: string, password: string): Promise<Login> {
    const login = await this.begin(await this.authenticate(name, password));
    if (!login) throw invalidCredentials();
    return login;
  }

  /**
   * Find the user with this name and password. Does not start a session.
   * @throws DomainError as in `login`
   */
  async authenticate(name: string, password: string): Promise<UserEntity> {
    const user = await findAccountByLoginName(this.dataSource.manager, name);
    // Attempts with the username and with the e-mail address count for the same account.
    const account = user ? `user ${user.id}` : `name ${foldName(name)}`;
    const verified = await this.throttle.guard(account, async () => {
      const correct = await this.passwords.verify(user?.passwordHash ?? null, password);
      return correct ? user : null;
    });
    if (verified) return verified;
    const refusal = { action: 'session.refused', target: user && `user ${user.id}` };
    await this.audit.record({ userId: null, name }, refusal);
    throw invalidCredentials();
  }

  /**
   * Exchange a refresh token for a new pair of tokens. If several calls with the same token race, exactly one succeeds.
   * @throws DomainError `invalid_refresh_token` if the token is unknown, used or expired; in this case, nothing changes
   */
  async refresh(refreshToken: string): Promise<TokenPair> {
    const now = this.clock.now();
    const oldHash = refreshTokenHash(refreshToken);
    const successor = newRefreshToken();
    // Everything that may fail runs before the rotation, so that the old token stays valid if something fails.
    const owner = await findSessionOwner(this.dataSource.manager, oldHash, now);
    if (!owner) throw this.refused('unknown, used or expired');
    const accessToken = this.accessTokens.sign(owner);
    const rotation = { oldHash, newHash: refreshTokenHash(successor), now, expiresAt: this.expiry(now) };
    // If the database responds too late for the caller to get the new token, nothing is committed and the old token
    // stays valid.
    const rotated = await inTransaction(this.dataSource, (manager) => rotateSession(manager, rotation));
    if (!rotated) throw this.refused('another call used the token first', owner.userId);
    return { accessToken, refreshToken: successor };
  }

  /**
   * End the caller's session. Repeated calls succeed. Access tokens stay valid until they expire.
   * @param refreshToken if given, only the session of this token is ended
   */
  async logout(actor: Actor, refreshToken?: string): Promise<void> {
    const hash = refreshToken === undefined ? undefined : refreshTokenHash(refreshToken);
    await endSession(this.dataSource.manager, actor.requireUserId(), hash);
  }

  /**
   * Start a session for an authenticated user and end the user's other session.
   * @param manager the transaction to use
   * @returns null if the account was removed, or its password changed, since the account was read
   */
  async begin(user: UserEntity, manager?: EntityManager): Promise<Login | null> {
    const now = this.clock.now();
    const refreshToken = newRefreshToken();
    const session = {
      userId: user.id,
      tokenHash: refreshTokenHash(refreshToken),
      expiresAt: this.expiry(now),
      userAgent: currentRequest()?.userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
    };
    const open = async (transaction: EntityManager): Promise<number | null> => {
      // This write comes first, because it locks the account: concurrent logins of one user wait here instead of
      // deadlocking.
      const opened = await recordLogin(transaction, user, now);
      if (opened === null) return null;
      await replaceSession(transaction, session);
      const actor = Actor.user(user.id, user.role, user.username);
      await this.audit.record(actor, { action: 'session.began' }, transaction);
      return opened;
    };
    const number = manager ? await open(manager) : await inTransaction(this.dataSource, open);
    if (number === null) return null;
    const accessToken = this.accessTokens.sign({ userId: user.id, username: user.username, session: number });
    return { accessToken, refreshToken, account: { ...toAccount(user), lastLoginAt: now } };
  }

  /** The session of a user. Empty if there is none. */
  async of(actor: Actor, userId: number): Promise<UserSession[]> {
    const session = await findSession(this.dataSource.manager, userId, this.clock.now());
    if (!session?.user) return [];
    const { sessionNumber, lastLoginAt } = session.user;
    const lastUsedAt = new Date(session.expiresAt.getTime() - REFRESH_TOKEN_LIFETIME_MS);
    return [
      {
        id: sessionNumber,
        createdAt: lastLoginAt ?? lastUsedAt,
        lastUsedAt,
        expiresAt: session.expiresAt,
        userAgent: session.userAgent,
        current: actor.userId === userId && actor.session === sessionNumber,
      },
    ];
  }

  /** End a session, and refuse its tokens from now on. @throws DomainError not_found */
  async end(actor: Actor, userId: number, sessionNumber: number): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const isNewest = await refuseTokens(manager, userId, sessionNumber);
      if (!isNewest || !(await endSession(manager, userId))) throw DomainError.notFound('The session');
      await this.audit.record(actor, { action: 'session.ended', target: `user ${userId}` }, manager);
    });
  }

  private expiry(now: Date): Date {
    return new Date(now.getTime() + REFRESH_TOKEN_LIFETIME_MS);
  }

  private refused(reason: string, userId?: number): DomainError {
    this.logger.warn({ security: 'refresh_refused', reason, userId }, 'A refresh token was refused.');
    return new DomainError(
      'unauthenticated',
      'invalid_refresh_token',
      'The refresh token is invalid or has expired.',
    );
  }
}

export function invalidCredentials(): DomainError {
  return new DomainError('unauthenticated', 'invalid_credentials', 'The name or the password is wrong.');
}

/** Create a token of 32 random bytes in base64. Only the client stores the token. */
function newRefreshToken(): string {
  return randomBytes(32).toString('base64');
}

/** The form in which the server stores the token: its SHA-256 hash in hex. */
function refreshTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
