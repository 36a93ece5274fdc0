import type { Provider } from '@nestjs/common';
import { MailDispatch } from './mail-dispatch';
import { Mailer } from './mailer';
import { TransportMailer } from './transport-mailer';

/** Send mail. The module that lists them also provides `MailSettings`, and requires `EnvironmentModule`. */
export const mailProviders: Provider[] = [{ provide: Mailer, useClass: TransportMailer }, MailDispatch];
