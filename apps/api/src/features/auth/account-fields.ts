import { say } from '@app/kernel';
import { USERNAME } from '@app/domain';
import { IsMailAddress } from '@app/mail';
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsString, Length, Matches, MaxLength } from 'class-validator';

/** 3 to 64 letters, digits, ".", "_" and "-". Surrounding blanks are removed. */
export function IsUsername(): PropertyDecorator {
  return applyDecorators(Trimmed(), Matches(USERNAME, { context: say('not_username') }));
}

/** One e-mail address. Surrounding blanks are removed. */
export function IsEmailAddress(): PropertyDecorator {
  return applyDecorators(Trimmed(), IsMailAddress(), MaxLength(254));
}

/** A new password. This decorator checks only the length; the password policy does all other checks. */
export function IsNewPassword(): PropertyDecorator {
  return applyDecorators(IsString(), MaxLength(1024));
}

/** A code from a mail. A malformed code gets the same answer as a wrong one, so only its length is checked here. */
export function IsCode(): PropertyDecorator {
  return applyDecorators(IsString(), Length(1, 32));
}

function Trimmed(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));
}
