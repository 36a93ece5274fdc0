import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { MailDispatch } from './mail-dispatch';
import { Mailer } from './mailer';
import { TransportMailer } from './transport-mailer';

/** Sends mail. Requires `EnvironmentModule`. */
@Module({})
export class MailModule {
  /** @param settings a module that exports `MailSettings` */
  static reading(settings: Type): DynamicModule {
    return {
      module: MailModule,
      imports: [settings],
      providers: [{ provide: Mailer, useClass: TransportMailer }, MailDispatch],
      exports: [Mailer, MailDispatch],
    };
  }
}
