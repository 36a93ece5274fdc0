import { Public } from '@app/auth';
import { PUBLIC_SNAPSHOT_SECONDS, PublicDashboardService } from '@app/domain';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Shareable } from '../../http/reference/shareable.decorator';
import { PublicDashboardDto } from './public-dashboard.dto';

@ApiTags('Public')
@Controller('public/dashboard')
export class PublicDashboardController {
  constructor(private readonly dashboard: PublicDashboardService) {}

  /** Get the public figures. They are at most 30 seconds old. */
  @Get()
  @Public()
  @Shareable({ maxAgeSeconds: PUBLIC_SNAPSHOT_SECONDS })
  read(): Promise<PublicDashboardDto> {
    return this.dashboard.current();
  }
}
