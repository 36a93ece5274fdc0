import { IntegerProperty } from '../../http/fields/id-properties.decorator';
import type { PasswordReset, Registration } from '@app/domain';
import { IsCode, IsEmailAddress, IsNewPassword, IsUsername } from './account-fields';

/** The recipient of a verification code. */
export class CodeRequestDto {
  /** The e-mail address to send the code to. */
  @IsEmailAddress() email: string;
}

/** The answer to a request for a code. It is the same for known and unknown addresses. */
export class CodeSentDto {
  /** Always true. It does not say whether the address has an account. */
  success: boolean;
  /** How long the code is valid, in seconds. */
  @IntegerProperty() expiresIn: number;
}

/** A new account. */
export class RegistrationDto implements Registration {
  /** 3 to 64 letters, digits, `.`, `_` and `-`. Unique, ignoring case. */
  @IsUsername() username: string;
  /** The address that received the code. Unique, ignoring case. */
  @IsEmailAddress() email: string;
  /** 8 to 128 characters. Common passwords and passwords that contain the username are refused. */
  @IsNewPassword() password: string;
  /** The six digits from the mail. */
  @IsCode() code: string;
}

/** A new password, confirmed by a code. */
export class PasswordResetDto implements PasswordReset {
  /** The address that received the code. */
  @IsEmailAddress() email: string;
  /** The six digits from the mail. */
  @IsCode() code: string;
  /** 8 to 128 characters. Common passwords and passwords that contain the username are refused. */
  @IsNewPassword() newPassword: string;
}
