import type { PointValue } from '@app/contracts';
import { GatewayClient } from '@app/gateway-client';
import { DomainError } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PointsService } from '../points/points.service';

/** Reads the values that the points of lights report. */
@Injectable()
export class ReportedValuesService {
  private readonly logger = new Logger(ReportedValuesService.name);

  constructor(
    private readonly points: PointsService,
    private readonly gateway: GatewayClient,
  ) {}

  /** The stored last values, by code. Points without a stored value are left out. */
  stored(codes: readonly string[], manager?: EntityManager): Promise<Map<string, PointValue>> {
    return this.points.lastValues(codes, manager);
  }

  /**
   * Returns the last values, by code. If a point has no stored value, or only a value that was measured before
   * `notBefore`, the value is read from the gateway. If the gateway fails, the stored values are returned.
   * @throws the gateway's error if the gateway fails and a point has no stored value
   */
  async latest(codes: readonly string[], notBefore: Date | null): Promise<Map<string, PointValue>> {
    const values = await this.stored(codes);
    const oldest = notBefore?.toISOString() ?? '';
    const outdated = codes.filter(
      (code) => (values.get(code)?.timestamp ?? '') < oldest || !values.has(code),
    );
    if (outdated.length === 0) return values;
    try {
      for (const value of await this.gateway.values(outdated)) values.set(value.code, value);
    } catch (error) {
      if (!(error instanceof DomainError) || outdated.some((code) => !values.has(code))) throw error;
      this.logger.warn({ code: error.code }, 'Values of lights could not be read from the gateway.');
    }
    return values;
  }
}
