import { MAIN_GATEWAY } from '@app/entities';
import {
  type GatewayAlarmConfigRequest,
  type GatewayAlarmConfigs,
  type GatewayAlarmPage,
  Gateways,
  type SingleGateway,
} from '@app/gateway-client';
import {
  type Actor,
  type AlertSeverity,
  DomainError,
  parseInstantRange,
  roleCovers,
  unknownRecord,
} from '@app/kernel';
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
  /** Default: the gateway of the environment. */
  gatewayId?: number;
}

export interface AlarmConfigsRequest extends GatewayAlarmConfigRequest {
  /** Default: the gateway of the environment. */
  gatewayId?: number;
}

/** Reads the alarms of a gateway, and reads and changes their configurations. */
@Injectable()
export class GatewayAlarmsService {
  constructor(
    private readonly gateways: Gateways,
    private readonly configuration: ConfigurationService,
  ) {}

  /**
   * @throws DomainError invalid if the range is empty or the gateway is unknown; the error of the gateway if the call
   *   fails
   */
  async alarms({ from, to, gatewayId, ...request }: AlarmHistoryRequest): Promise<GatewayAlarmPage> {
    const range = parseInstantRange({ from, to }, await this.configuration.timezone());
    const gateway = await this.gatewayOf(gatewayId);
    return gateway.alarms({ ...range, ...request });
  }

  /**
   * Lists, creates, updates or deletes configurations.
   * @throws DomainError forbidden if a role below engineer changes a configuration; invalid if the gateway is unknown;
   *   the error of the gateway if it refuses or fails
   */
  async configs(actor: Actor, { gatewayId, ...request }: AlarmConfigsRequest): Promise<GatewayAlarmConfigs> {
    if (request.action !== 'query' && !roleCovers(actor.role, 'engineer')) {
      const message = `The action "${request.action}" requires the role "engineer" or a higher one.`;
      throw new DomainError('forbidden', 'forbidden', message);
    }
    const gateway = await this.gatewayOf(gatewayId);
    return gateway.alarmConfigs(request);
  }

  private async gatewayOf(id = MAIN_GATEWAY): Promise<SingleGateway> {
    const gateway = (await this.gateways.enabled()).find(({ settings }) => settings.id === id);
    if (!gateway) throw DomainError.ofField('gatewayId', unknownRecord('gateway', id));
    return gateway.client;
  }
}
