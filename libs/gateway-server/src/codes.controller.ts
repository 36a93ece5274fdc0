import { Readable } from 'node:stream';
import type { PointValue } from '@app/contracts';
import { Clock, parseInstantRange, USER_ROLE_LIST } from '@app/kernel';
import { Body, Controller, Headers, HttpCode, Logger, Post, StreamableFile } from '@nestjs/common';
import { CodesDto, ForceSetDto, HistoryDto, ReleaseDto, SetDto } from './gateway.dto';
import { historyText } from './history-text';
import { ServedPoints, ServedWriter } from './served-gateway';

@Controller('codes')
export class CodesController {
  private readonly logger = new Logger(CodesController.name);

  constructor(
    private readonly clock: Clock,
    private readonly points: ServedPoints,
    private readonly writer: ServedWriter,
  ) {}

  @Post('values')
  @HttpCode(200)
  values(@Body() body: CodesDto): PointValue[] {
    const nowMs = this.clock.nowMs();
    return body.codes.map((code) => {
      const { atMs, value, quality } = this.points.latest(code, nowMs);
      return { code, value, timestamp: new Date(atMs).toISOString(), quality };
    });
  }

  @Post('history')
  @HttpCode(200)
  history(@Body() body: HistoryDto): StreamableFile {
    const nowMs = this.clock.nowMs();
    const { from, to } = parseInstantRange(body, 'UTC');
    const histories = body.codes.map((code) => ({
      code,
      samples: () => this.points.history(code, from.getTime(), to.getTime(), nowMs, body.interval),
    }));
    const text = Readable.from(historyText(histories));
    return new StreamableFile(text, { type: 'application/json' }).setErrorHandler((error, response) => {
      this.logger.error(error);
      if (response.headersSent) return response.end();
      response.statusCode = 500;
      response.send(JSON.stringify({ error: 'The gateway failed.' }));
    });
  }

  @Post('set')
  @HttpCode(200)
  async set(@Body() body: SetDto, @Headers('plantroom-role') role?: string): Promise<{ success: true }> {
    const writer = USER_ROLE_LIST.find((known) => known === role);
    await this.writer.set(body.code, body.value, this.clock.nowMs(), writer);
    return { success: true };
  }

  @Post('force-set')
  @HttpCode(200)
  async forceSet(@Body() body: ForceSetDto): Promise<{ success: true }> {
    await this.writer.forceSet(body.code, body.value, this.clock.nowMs());
    this.logger.log({ code: body.code, reason: body.reason }, 'a value was forced');
    return { success: true };
  }

  @Post('release')
  @HttpCode(200)
  async release(@Body() body: ReleaseDto): Promise<{ success: true }> {
    await this.writer.release(body.code, this.clock.nowMs());
    return { success: true };
  }
}
