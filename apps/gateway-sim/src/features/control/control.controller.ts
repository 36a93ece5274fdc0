import { OpenRoute, StreamService, TokenIssuer } from '@app/gateway-server';
import { Clock } from '@app/kernel';
import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { PointStore } from '../../points/point-store';
import { CallStatistics } from './call-statistics';
import { ExpireTokensDto, FaultDto, ForcedValueDto } from './control.dto';
import { Faults } from './faults';

/** Routes for tests. They are not part of a gateway's contract. They exist only if `GATEWAY_SIM_CONTROL` is true. */
@Controller('sim')
@OpenRoute()
export class ControlController {
  constructor(
    private readonly clock: Clock,
    private readonly faults: Faults,
    private readonly tokens: TokenIssuer,
    private readonly points: PointStore,
    private readonly statistics: CallStatistics,
    private readonly stream: StreamService,
  ) {}

  @Post('faults')
  @HttpCode(200)
  setFault(@Body() body: FaultDto): { success: true } {
    if (body.kind === 'none') this.faults.end(body.path);
    else this.faults.ask(body.kind, body.count, body.path);
    return { success: true };
  }

  @Post('expire-tokens')
  @HttpCode(200)
  expireTokens(@Body() body: ExpireTokensDto): { success: true } {
    this.tokens.expire(body.refreshTokens ?? false);
    return { success: true };
  }

  @Post('values')
  @HttpCode(200)
  forceValue(@Body() body: ForcedValueDto): { success: true } {
    this.points.find(body.code);
    this.points.write(body.code, body.value, this.clock.nowMs(), body.quality);
    return { success: true };
  }

  @Get('stats')
  stats(): { calls: Record<string, number>; logins: number; refreshes: number; streams: number } {
    const { logins, refreshes } = this.tokens.issued;
    return { calls: this.statistics.calls, logins, refreshes, streams: this.stream.open };
  }
}
