import type { UserEntity } from '@app/entities';
import { MailDispatch, type MailLanguage, type TemplateMail } from '@app/mail';
import { Injectable } from '@nestjs/common';
import { CODE_LIFETIME_MS } from './code-lifetime';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { PreferencesService } from '../preferences/preferences.service';

const MINUTES = CODE_LIFETIME_MS / 60_000;

type Recipient = Pick<UserEntity, 'id' | 'username' | 'email'>;

/**
 * Sends mails about accounts in the background. The language is the user's, or the platform's if the user's is unknown.
 */
@Injectable()
export class AccountMails {
  constructor(
    private readonly dispatch: MailDispatch,
    private readonly configuration: ConfigurationService,
    private readonly preferences: PreferencesService,
  ) {}

  /** Sent to an address without an account. */
  sendRegisterCode(email: string, code: string): void {
    this.send({ id: null, email }, (platformName) => ({
      template: 'register-code',
      context: { platformName, code, minutes: MINUTES },
    }));
  }

  /** Sent to a user whose address was entered in a registration. */
  sendAlreadyRegistered(user: Recipient): void {
    const { username } = user;
    this.send(user, (platformName) => ({
      template: 'already-registered',
      context: { platformName, username },
    }));
  }

  sendResetCode(user: Recipient, code: string): void {
    const { username } = user;
    this.send(user, (platformName) => ({
      template: 'reset-code',
      context: { platformName, username, code, minutes: MINUTES },
    }));
  }

  /** Sent to a user whose password was reset. */
  sendPasswordChanged(user: Recipient): void {
    const { username } = user;
    this.send(user, (platformName) => ({
      template: 'password-changed',
      context: { platformName, username },
    }));
  }

  /** Sent to the previous address of a user, so that the user notices a takeover of the account. */
  sendEmailChanged(formerly: Recipient): void {
    const { username } = formerly;
    this.send(formerly, (platformName) => ({
      template: 'email-changed',
      context: { platformName, username },
    }));
  }

  private send(
    { id, email }: { id: number | null; email: string },
    write: (platformName: string) => TemplateMail,
  ): void {
    this.dispatch.post('account', async () => {
      const { platformName } = await this.configuration.current();
      return { to: [email.trim()], language: await this.languageOf(id), ...write(platformName) };
    });
  }

  private async languageOf(userId: number | null): Promise<MailLanguage> {
    const preferred = userId === null ? undefined : (await this.preferences.stored(userId)).language;
    return preferred ?? (await this.configuration.current()).language;
  }
}
