/** A server that takes mail. */
export interface SmtpServer {
  host: string;
  /** Default: 465 where it is secure, else 587. */
  port: number | null;
  /** TLS from the first byte; otherwise STARTTLS where the server offers it. */
  secure: boolean;
  user: string | null;
  password: string | null;
}

export interface MailConfiguration {
  /** Null where there is none: mail is then written to the outbox folder. */
  server: SmtpServer | null;
  /** `Name <address>` or an address. */
  from: string | null;
}

/** Where the settings of mail come from. They are read for each mail, so that a change acts on the next. */
export abstract class MailSettings {
  abstract read(): Promise<MailConfiguration>;
}
