import type { MailTestResult } from '@app/domain';
import { IsMailAddress } from '@app/mail';
import { MaxLength } from 'class-validator';
import { Omittable } from '../../http/fields/omittable.decorator';

/** The recipient of a test message. */
export class MailTestDto {
  /** An e-mail address. */
  @IsMailAddress() @MaxLength(254) to: string;
}

/** The result of sending a test message. */
export class MailTestResultDto implements MailTestResult {
  /** Whether the mail server has accepted the message. */
  success: boolean;
  /** Why the message was not sent, with the answer of the mail server. Omitted if the message was sent. */
  @Omittable() error?: string;
}
