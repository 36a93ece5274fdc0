import type { SmtpServer } from '../mail-settings';

/** nodemailer's options for a mail server that is given `limitMs` for each thing that it is asked. */
export function smtpOptions({ host, port, secure, user, password }: SmtpServer, limitMs: number) {
  return {
    host,
    port: port ?? (secure ? 465 : 587),
    secure,
    ...(user !== null && { auth: { user, pass: password ?? '' } }),
    connectionTimeout: limitMs,
    greetingTimeout: limitMs,
    socketTimeout: limitMs,
    dnsTimeout: limitMs,
  };
}
