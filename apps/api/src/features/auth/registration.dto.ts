import type { PasswordReset, Registration } from '@app/domain';
import { IsCode, IsEmailAddress, IsNewPassword, IsUsername } from './account-fields';

export class CodeRequestDto {
  @IsEmailAddress() email: string;
}

/** Whether a code was mailed, or something else, or nothing, the mailbox alone knows. */
export class CodeSentDto {
  success: boolean;
  /** Seconds for which the code is good. */
  expiresIn: number;
}

export class RegistrationDto implements Registration {
  /** 3 to 64 letters, digits, ".", "_" and "-"; unique without regard to case. */
  @IsUsername() username: string;
  /** Unique without regard to case. */
  @IsEmailAddress() email: string;
  /** 8 to 128 characters, none of the common passwords, without the username. */
  @IsNewPassword() password: string;
  /** Of the mail: six digits. */
  @IsCode() code: string;
}

export class PasswordResetDto implements PasswordReset {
  @IsEmailAddress() email: string;
  /** Of the mail: six digits. */
  @IsCode() code: string;
  /** 8 to 128 characters, none of the common passwords, without the username. */
  @IsNewPassword() newPassword: string;
}
