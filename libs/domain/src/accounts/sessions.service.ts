import { AccessTokens } from '@app/auth';
import { type UserEntity, inTransaction } from '@app/entities';
import { Actor, Clock, DomainError } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../audit/audit.service';
import { type Account, toAccount } from './account';
import { findAccountByLoginName, recordLogin } from './accounts.queries';
import { foldName } from './fold-name';
import { LoginThrottle } from './login-throttle';
import { PasswordHasher } from './password-hasher';
import { newRefreshToken, refreshTokenHash } from './refresh-token';
import { endSession, findSessionOwner, replaceSession, rotateSession } from './sessions.queries';

const REFRESH_TOKEN_LIFETIME_MS = 7 * 24 * 3600 * 1000;

export interface TokenPair {
  /** 15 minutes. */
  accessToken: string;
  /** 7 days, good for one use. */
  refreshToken: string;
}

export interface Login extends TokenPair {
  account: Account;
}

/** Begins, renews and ends the one session that a user may have. */
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
   * Begins a session, which ends any other of the user's.
   * @param name a username or an e-mail address
   * @throws DomainError `invalid_credentials`: one answer, after the same time, whether the name or the password is wrong;
   * `too_many_attempts`
   */
  async login(name: string, password: string): Promise<Login> {
    const login = await this.begin(await this.authenticate(name, password));
    if (!login) throw invalidCredentials();
    return login;
  }

  /**
   * The user whose name and password these are. Nothing is begun yet.
   * @throws DomainError as `login` does
   */
  async authenticate(name: string, password: string): Promise<UserEntity> {
    const user = await findAccountByLoginName(this.dataSource.manager, name);
    // A user has one count, whether the name or the address is tried.
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
   * Exchanges a refresh token for a new pair; of calls that race with one token, exactly one succeeds.
   * @throws DomainError `invalid_refresh_token` for one that is unknown, used or expired: nothing changes then
   */
  async refresh(refreshToken: string): Promise<TokenPair> {
    const now = this.clock.now();
    const oldHash = refreshTokenHash(refreshToken);
    const successor = newRefreshToken();
    // All that may fail is done before the rotation: what fails earlier leaves the old token good.
    const owner = await findSessionOwner(this.dataSource.manager, oldHash, now);
    if (!owner) throw this.refused('unknown, used or expired');
    const accessToken = this.accessTokens.sign(owner);
    const rotation = { oldHash, newHash: refreshTokenHash(successor), now, expiresAt: this.expiry(now) };
    // If the database takes so long that nobody would get the new token, nothing is committed: the old one stays good.
    const rotated = await inTransaction(this.dataSource, (manager) => rotateSession(manager, rotation));
    if (!rotated) throw this.refused('another call was quicker', owner.userId);
    return { accessToken, refreshToken: successor };
  }

  /**
   * Ends the caller's session, as often as one likes. Access tokens live on until they expire.
   * @param refreshToken where given, only the session of that token is ended
   */
  async logout(actor: Actor, refreshToken?: string): Promise<void> {
    const hash = refreshToken === undefined ? undefined : refreshTokenHash(refreshToken);
    await endSession(this.dataSource.manager, actor.requireUserId(), hash);
  }

  /**
   * Begins a session of one who has shown who he is; it ends any other of the user's.
   * @param manager where given, of the transaction to do it in
   * @returns null where the account was removed, or got another password, since it was read
   */
  async begin(user: UserEntity, manager?: EntityManager): Promise<Login | null> {
    const now = this.clock.now();
    const refreshToken = newRefreshToken();
    const session = {
      userId: user.id,
      tokenHash: refreshTokenHash(refreshToken),
      expiresAt: this.expiry(now),
    };
    const open = async (transaction: EntityManager): Promise<boolean> => {
      // First, for it locks the account: logins of one user that race wait for each other here and not in a deadlock.
      if (!(await recordLogin(transaction, user, now))) return false;
      await replaceSession(transaction, session);
      const actor = Actor.user(user.id, user.role, user.username);
      await this.audit.record(actor, { action: 'session.began' }, transaction);
      return true;
    };
    const begun = manager ? await open(manager) : await inTransaction(this.dataSource, open);
    if (!begun) return null;
    const accessToken = this.accessTokens.sign({ userId: user.id, username: user.username });
    return { accessToken, refreshToken, account: { ...toAccount(user), lastLoginAt: now } };
  }

  private expiry(now: Date): Date {
    return new Date(now.getTime() + REFRESH_TOKEN_LIFETIME_MS);
  }

  private refused(reason: string, userId?: number): DomainError {
    this.logger.warn({ security: 'refresh_refused', reason, userId }, 'A refresh token was refused.');
    return new DomainError(
      'unauthenticated',
      'invalid_refresh_token',
      'The refresh token is not valid, or has expired.',
    );
  }
}

export function invalidCredentials(): DomainError {
  return new DomainError('unauthenticated', 'invalid_credentials', 'The name or the password is wrong.');
}
