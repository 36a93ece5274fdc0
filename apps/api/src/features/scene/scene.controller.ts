import { CurrentUser, Roles } from '@app/auth';
import { SceneService } from '@app/domain';
import { Actor } from '@app/kernel';
import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SceneChangesDto, SceneDto } from './scene.dto';

@ApiTags('Scene')
@Controller('dashboard-model')
export class SceneController {
  constructor(private readonly scene: SceneService) {}

  /** Get the configuration of the 3D view. */
  @Get()
  @Roles('viewer')
  read(): Promise<SceneDto> {
    return this.scene.read();
  }

  /** Update the configuration of the 3D view. Only fields in the body change; a list replaces the whole list. */
  @Put()
  @Roles('engineer')
  change(@CurrentUser() actor: Actor, @Body() changes: SceneChangesDto): Promise<SceneDto> {
    return this.scene.change(actor, changes);
  }
}
