/** A mail server (SMTP). */
export interface SmtpServer {
  host: string;
  /** Default: 465 if `secure` is true, or 587 if it is false. */
  port: number | null;
  /** If true, the connection uses TLS from the first byte. If false, STARTTLS is used if the server offers it. */
  secure: boolean;
  user: string | null;
  password: string | null;
}

export interface MailConfiguration {
  /** The mail server. Null if none is configured; mail is then written to the outbox folder. */
  server: SmtpServer | null;
  /** `Name <address>` or an address. */
  from: string | null;
}

/** Provides the mail settings. They are read for each mail, so that a change applies to the next one. */
export abstract class MailSettings {
  abstract read(): Promise<MailConfiguration>;
}
