import { join } from 'node:path';
import type { MailerOptions, MailerService } from '@nestjs-modules/mailer';

const TEMPLATES = join(__dirname, '..', 'templates');

interface MessageInTheMaking {
  data: { template?: string };
}

/** Creates the service of @nestjs-modules/mailer for one transport. */
export async function openMailerService(transport: MailerOptions['transport']): Promise<MailerService> {
  // Load the modules only with the first mail. They are a tenth of the code that the api loads, and many processes send
  // no mail.
  const [{ MailerService }, { HandlebarsAdapter }, { createTransport }] = await Promise.all([
    import('@nestjs-modules/mailer'),
    import('@nestjs-modules/mailer/adapters/handlebars.adapter'),
    import('nodemailer'),
  ]);
  const options: MailerOptions = {
    transport,
    template: { dir: TEMPLATES, options: { strict: true } },
    options: { layout: 'layout' },
  };
  const handlebars = new HandlebarsAdapter(undefined, { inlineCssEnabled: false });
  // Fills in the templates. This replaces the adapter of the library, which rejects mails without a template and loads
  // a previewer.
  const fillIn = (mail: MessageInTheMaking, done: (error?: Error | null) => void): void => {
    if (mail.data.template === undefined) done();
    else handlebars.compile(mail, done, options);
  };
  return new MailerService(
    { ...options, plugins: [{ step: 'compile', plugin: fillIn }] },
    // nodemailer must not read a file or a URL as a body.
    {
      createTransport: () => createTransport(transport, { disableFileAccess: true, disableUrlAccess: true }),
    },
  );
}
