import { GatewayClient } from '@app/gateway-client';
import type { PointPortWrite, PointReading, PointsPort } from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { PointRevertsService } from '../../../building/point-reverts/point-reverts.service';
import { PointWriter } from '../../../building/point-writes/point-writer';
import { readingOf } from './point-reading';

/** Lets nodes read and write the points of the building. */
@Injectable()
export class ExecutionPoints implements PointsPort {
  constructor(
    private readonly gateway: GatewayClient,
    private readonly writer: PointWriter,
    private readonly reverts: PointRevertsService,
  ) {}

  async write({ revertAtMs, tolerance = 0, ...write }: PointPortWrite): Promise<PointReading | null> {
    const { code, value, execution } = write;
    if (revertAtMs !== undefined) {
      const executionId = execution.id;
      await this.reverts.plan({ code, value, tolerance, executionId, untilMs: revertAtMs });
    }
    const found = await this.writer.writeForExecution(write);
    // Delete the revert only after the write. If the write fails, the point still has its temporary value, which must
    // be reverted.
    if (revertAtMs === undefined) await this.reverts.forget(code);
    return found && readingOf(found);
  }

  check(write: Pick<PointPortWrite, 'code' | 'value'>): Promise<void> {
    return this.writer.checkForExecution(write);
  }

  async read(code: string): Promise<PointReading> {
    const [found] = await this.gateway.values([code]);
    if (!found) throw new Error(`The gateway client returned no value for ${code}.`);
    return readingOf(found);
  }

  async lastWrittenAtMs(code: string): Promise<number | null> {
    return (await this.writer.lastWrittenAt(code))?.getTime() ?? null;
  }
}
