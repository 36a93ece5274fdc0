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
import { Created } from '../../http/reference/responses.decorator';
import { SuccessDto } from '../../http/responses/success.dto';
import { SessionDto, toSessionDto } from './auth.dto';
import { CodeRequestDto, CodeSentDto, PasswordResetDto, RegistrationDto } from './registration.dto';

const SENT: CodeSentDto = { success: true, expiresIn: CODE_LIFETIME_MS / 1000 };
const CLOSED = { description: 'Registration is disabled on this platform.' };
const TOO_MANY = {
  description: 'Too many codes for this address or from this client. Try again after `Retry-After` seconds.',
};

/** Routes for people who have no account yet or lost their password. */
@ApiTags('Registration')
@Controller('auth')
export class RegistrationController {
  constructor(
    private readonly codes: CodeRequestsService,
    private readonly registration: RegistrationService,
    private readonly passwordReset: PasswordResetService,
  ) {}

  /**
   * Send a registration code. The answer is the same for every address. If the address already has an account, the mail
   * says so instead.
   */
  @Post('register/send-code')
  @Public()
  @ApiForbiddenResponse(CLOSED)
  @ApiTooManyRequestsResponse(TOO_MANY)
  async sendRegisterCode(@Body() { email }: CodeRequestDto): Promise<CodeSentDto> {
    await this.codes.forRegistration(email);
    return SENT;
  }

  /**
   * Register an account. The account gets the role `viewer` and is signed in. A code works once; five wrong attempts
   * invalidate it.
   */
  @Post('register')
  @Created()
  @Public()
  @ApiForbiddenResponse(CLOSED)
  @ApiConflictResponse({ description: 'The username or the e-mail address is taken. The code stays valid.' })
  async register(@Body() person: RegistrationDto): Promise<SessionDto> {
    return toSessionDto(await this.registration.register(person));
  }

  /**
   * Send a password reset code. The answer is the same for every address. If the address has no account, no mail is
   * sent.
   */
  @Post('forgot-password/send-code')
  @Public()
  @ApiTooManyRequestsResponse(TOO_MANY)
  async sendResetCode(@Body() { email }: CodeRequestDto): Promise<CodeSentDto> {
    await this.codes.forReset(email);
    return SENT;
  }

  /** Reset a password. The user's session ends. A code works once; five wrong attempts invalidate it. */
  @Post('forgot-password/reset')
  @Public()
  async reset(@Body() reset: PasswordResetDto): Promise<SuccessDto> {
    await this.passwordReset.reset(reset);
    return { success: true };
  }
}
