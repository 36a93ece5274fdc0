import type { SmtpServer } from '../mail-settings';

/** Returns the options of nodemailer for a mail server, with the time limit `limitMs` for each command. */
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
