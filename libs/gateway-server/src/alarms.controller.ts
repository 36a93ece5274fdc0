import { Clock, parseInstantRange } from '@app/kernel';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { type AlarmConfig, AlarmConfigs } from './alarm-configs';
import { AlarmConfigRequestDto, type AlarmDto, AlarmQueryDto, toAlarmDto } from './gateway.dto';
import { ServedAlarms } from './served-gateway';

@Controller()
export class AlarmsController {
  constructor(
    private readonly clock: Clock,
    private readonly alarms: ServedAlarms,
    private readonly configs: AlarmConfigs,
  ) {}

  @Post('alarms')
  @HttpCode(200)
  async history(@Body() body: AlarmQueryDto): Promise<{ items: AlarmDto[]; total: number }> {
    const { from, to } = parseInstantRange(body, 'UTC');
    const found = await this.alarms.between(from.getTime(), to.getTime(), this.clock.nowMs(), body.level);
    const page = found.slice((body.page - 1) * body.limit, body.page * body.limit);
    return { items: page.map(toAlarmDto), total: found.length };
  }

  @Post('alarm-configs')
  @HttpCode(200)
  change(@Body() body: AlarmConfigRequestDto): Promise<{ items: AlarmConfig[] } | { config: AlarmConfig }> {
    return this.configs.change(body.action, body.config);
  }
}
