import { Roles } from '@app/auth';
import { Environment } from '@app/config';
import { SceneService } from '@app/domain';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PublicSceneDto, toPublicSceneDto } from './public-model.dto';

@ApiTags('Public')
@Controller('public/model')
export class PublicModelController {
  constructor(
    private readonly scene: SceneService,
    private readonly environment: Environment,
  ) {}

  /**
   * Get the model and its view for a public page. With `PUBLIC_MODEL=true`, no token is needed, and the address of the
   * file is null. The answer never contains codes of points.
   */
  @Get()
  @Roles('viewer', ({ PUBLIC_MODEL }) => PUBLIC_MODEL)
  async read(): Promise<PublicSceneDto> {
    return toPublicSceneDto(await this.scene.withModel(), this.environment.PUBLIC_MODEL);
  }
}
