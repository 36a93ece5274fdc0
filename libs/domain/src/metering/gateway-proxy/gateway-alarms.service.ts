import {
  type GatewayAlarmConfigRequest,
  type GatewayAlarmConfigs,
  type GatewayAlarmPage,
  GatewayClient,
} from '@app/gateway-client';
import { type Actor, type AlertSeverity, DomainError, parseInstantRange, roleCovers } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ConfigurationService } from '../../platform/configuration/configuration.service';

export interface AlarmHistoryRequest {
  /** ISO 8601. Without an offset, the time is in the platform's time zone. */
  from: string;
  to: string;
  level?: AlertSeverity;
  /** The gateway's page number, starting at 1. */
  page: number;
  limit: number;
}

/** Reads the alarms of the gateway, and reads and changes their configurations. */
@Injectable()
export class GatewayAlarmsService {
  constructor(
    private readonly gateway: GatewayClient,
    private readonly configuration: ConfigurationService,
  ) {}

  /** @throws DomainError invalid if the range is empty; the error of the gateway if the call fails */
  async alarms({ from, to, ...request }: AlarmHistoryRequest): Promise<GatewayAlarmPage> {
    const range = parseInstantRange({ from, to }, await this.configuration.timezone());
    return this.gateway.alarms({ ...range, ...request });
  }

  /**
   * Lists, creates, updates or deletes configurations.
   * @throws DomainError forbidden if a role below engineer changes a configuration; the error of the gateway if it
   *   refuses or fails
   */
  configs(actor: Actor, request: GatewayAlarmConfigRequest): Promise<GatewayAlarmConfigs> {
    if (request.action !== 'query' && !roleCovers(actor.role, 'engineer')) {
      const message = `The action "${request.action}" requires the role "engineer" or a higher one.`;
      throw new DomainError('forbidden', 'forbidden', message);
    }
    return this.gateway.alarmConfigs(request);
  }
}
