import { USERNAME } from '@app/domain';
import { IsMailAddress } from '@app/mail';
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsString, Length, Matches, MaxLength } from 'class-validator';

/** 3 to 64 letters, digits, ".", "_" and "-"; blanks around it do not count. */
export function IsUsername(): PropertyDecorator {
  const message = '$property must be 3 to 64 letters, digits, ".", "_" and "-"';
  return applyDecorators(Trimmed(), Matches(USERNAME, { message }));
}

/** One e-mail address; blanks around it do not count. */
export function IsEmailAddress(): PropertyDecorator {
  return applyDecorators(Trimmed(), IsMailAddress(), MaxLength(254));
}

/** A password to set. What it must be is for the policy; longer than any that it lets through is refused unread. */
export function IsNewPassword(): PropertyDecorator {
  return applyDecorators(IsString(), MaxLength(1024));
}

/** The code of a mail. Anything of some length is tried: that it has another form is no other answer. */
export function IsCode(): PropertyDecorator {
  return applyDecorators(IsString(), Length(1, 32));
}

function Trimmed(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));
}
