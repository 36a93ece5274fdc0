import { CurrentUser, Roles } from '@app/auth';
import { MailTestService } from '@app/domain';
import { Actor } from '@app/kernel';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { MailTestDto, MailTestResultDto } from './mail-test.dto';

@ApiTags('Platform configuration')
@Controller('configs/mail/test')
export class MailTestController {
  constructor(private readonly tests: MailTestService) {}

  /**
   * Send a test message with the current mail settings.
   *
   * The answer is sent after the mail server has accepted or refused the message, or after eight seconds at the latest.
   * If no mail server is configured, the message is written to the outbox folder.
   */
  @Post()
  @Roles('admin')
  send(@CurrentUser() actor: Actor, @Body() { to }: MailTestDto): Promise<MailTestResultDto> {
    return this.tests.send(actor, to);
  }
}
