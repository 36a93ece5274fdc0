import { Readable } from 'node:stream';
import type { PointValue } from '@app/contracts';
import { Clock, parseInstantRange } from '@app/kernel';
import { Body, Controller, HttpCode, Logger, Post, StreamableFile } from '@nestjs/common';
import { PointStore } from '../../points/point-store';
import { PointWriter } from '../../points/point-writer';
import { CodesDto, ForceSetDto, HistoryDto, ReleaseDto, SetDto } from './codes.dto';
import { historyText } from './history-text';

@Controller('codes')
export class CodesController {
  private readonly logger = new Logger(CodesController.name);

  constructor(
    private readonly clock: Clock,
    private readonly points: PointStore,
    private readonly writer: PointWriter,
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
      samples: this.points.history(code, from.getTime(), to.getTime(), nowMs, body.interval),
    }));
    return new StreamableFile(Readable.from(historyText(histories)), { type: 'application/json' });
  }

  @Post('set')
  @HttpCode(200)
  set(@Body() body: SetDto): { success: true } {
    this.writer.set(body.code, body.value, this.clock.nowMs());
    return { success: true };
  }

  @Post('force-set')
  @HttpCode(200)
  forceSet(@Body() body: ForceSetDto): { success: true } {
    this.writer.forceSet(body.code, body.value, this.clock.nowMs());
    this.logger.log({ code: body.code, reason: body.reason }, 'a value was forced');
    return { success: true };
  }

  @Post('release')
  @HttpCode(200)
  release(@Body() body: ReleaseDto): { success: true } {
    this.writer.release(body.code, this.clock.nowMs());
    return { success: true };
  }
}
