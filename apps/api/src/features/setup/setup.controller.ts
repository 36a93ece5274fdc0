import { CurrentUser, Roles } from '@app/auth';
import { DemoRemovalService, SetupService } from '@app/domain';
import type { Actor } from '@app/kernel';
import { Controller, Delete, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import { SetupDto } from './setup.dto';

@ApiTags('Platform configuration')
@Controller('setup')
export class SetupController {
  constructor(
    private readonly setup: SetupService,
    private readonly demo: DemoRemovalService,
  ) {}

  /** List which parts of the installation are set up. */
  @Get()
  @Roles('admin')
  read(): Promise<SetupDto> {
    return this.setup.read();
  }

  /**
   * Delete the demonstration building. Everything that belongs to its records is deleted, too. Other records stay. The
   * energy of its meters is deleted in the background.
   */
  @Delete('demonstration')
  @Roles('admin')
  async removeDemonstration(@CurrentUser() actor: Actor): Promise<SuccessDto> {
    await this.demo.remove(actor);
    return SUCCESS;
  }
}
