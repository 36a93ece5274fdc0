import { join } from 'node:path';
import type { MailerOptions, MailerService } from '@nestjs-modules/mailer';

const TEMPLATES = join(__dirname, '..', 'templates');

interface MessageInTheMaking {
  data: { template?: string };
}

/** The library's service over one transport. */
export async function openMailerService(transport: MailerOptions['transport']): Promise<MailerService> {
  // With the first mail and not before: it is a tenth of what the api loads, and many processes send none.
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
  // Not as the library's own adapter: that one fails a mail without a template, and would load a previewer.
  const fillIn = (mail: MessageInTheMaking, done: (error?: Error | null) => void): void => {
    if (mail.data.template === undefined) done();
    else handlebars.compile(mail, done, options);
  };
  return new MailerService(
    { ...options, plugins: [{ step: 'compile', plugin: fillIn }] },
    // Where a body is an object, it stays one: no file and no address is read in its place.
    {
      createTransport: () => createTransport(transport, { disableFileAccess: true, disableUrlAccess: true }),
    },
  );
}
