import { Public } from '@app/auth';
import {
  CODE_LIFETIME_MS,
  CodeRequestsService,
  PasswordResetService,
  RegistrationService,
} from '@app/domain';
import { Body, Controller, Post } from '@nestjs/common';
import {
  ApiConflictResponse,
  ApiForbiddenResponse,
  ApiTags,
  ApiTooManyRequestsResponse,
} from '@nestjs/swagger';
import { Created } from '../../http/responses.decorator';
import { SuccessDto } from '../../http/success.dto';
import { SessionDto, toSessionDto } from './auth.dto';
import { CodeRequestDto, CodeSentDto, PasswordResetDto, RegistrationDto } from './registration.dto';

const SENT: CodeSentDto = { success: true, expiresIn: CODE_LIFETIME_MS / 1000 };
const CLOSED = { description: 'Accounts are made by administrators here.' };
const TOO_MANY = {
  description: 'Too many codes for this address, or by this client; `Retry-After` tells when to come again.',
};

/** What people do who have no account yet, or no password any more. */
@ApiTags('Registration')
@Controller('auth')
export class RegistrationController {
  constructor(
    private readonly codes: CodeRequestsService,
    private readonly registration: RegistrationService,
    private readonly passwordReset: PasswordResetService,
  ) {}

  /** Mails a code to register with. The answer is the same where the address has an account, which is told by mail. */
  @Post('register/send-code')
  @Public()
  @ApiForbiddenResponse(CLOSED)
  @ApiTooManyRequestsResponse(TOO_MANY)
  async sendRegisterCode(@Body() { email }: CodeRequestDto): Promise<CodeSentDto> {
    await this.codes.forRegistration(email);
    return SENT;
  }

  /** Makes an account of the lowest role and begins its session. A code is used up by it, and ended by five wrong tries. */
  @Post('register')
  @Created()
  @Public()
  @ApiForbiddenResponse(CLOSED)
  @ApiConflictResponse({ description: 'The username or the e-mail address is taken; the code stays good.' })
  async register(@Body() person: RegistrationDto): Promise<SessionDto> {
    return toSessionDto(await this.registration.register(person));
  }

  /** Mails a code to reset the password with. The answer is the same where the address is unknown: then nothing is mailed. */
  @Post('forgot-password/send-code')
  @Public()
  @ApiTooManyRequestsResponse(TOO_MANY)
  async sendResetCode(@Body() { email }: CodeRequestDto): Promise<CodeSentDto> {
    await this.codes.forReset(email);
    return SENT;
  }

  /** Sets another password and ends the session. A code is used up by it, and ended by five wrong tries. */
  @Post('forgot-password/reset')
  @Public()
  async reset(@Body() reset: PasswordResetDto): Promise<SuccessDto> {
    await this.passwordReset.reset(reset);
    return { success: true };
  }
}
