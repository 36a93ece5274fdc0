import type { PointValue } from '@app/contracts';
import { DomainError, say } from '@app/kernel';
import { SingleGateway } from './gateway-client';
import type {
  GatewayAlarmConfigRequest,
  GatewayAlarmConfigs,
  GatewayAlarmPage,
  GatewayAlarmQuery,
  GatewayCallOptions,
  GatewayConfiguration,
  GatewayConfigurationChange,
  GatewayDevice,
  GatewayHistoryQuery,
  GatewayPoint,
  GatewaySeries,
  GatewayStreamHandlers,
  GatewayTrial,
  GatewayTrialInput,
  GatewayWriteResult,
} from './gateway-shapes';
import type { BreakerChange, GatewayState } from './gateway-state';

/** Maximum length of a code with its prefix. */
const LONGEST = 255;

/** Adds a prefix to the codes of a gateway's points, so that they are unique. Points and alarms with too long codes are left out. */
export class PrefixedGateway extends SingleGateway {
  constructor(
    private readonly gateway: SingleGateway,
    private readonly prefix: string,
  ) {
    super();
  }

  async points(): Promise<GatewayPoint[]> {
    return (await this.gateway.points()).map(this.outward).filter(isUsable);
  }

  async devices(): Promise<GatewayDevice[]> {
    const devices = await this.gateway.devices();
    return devices.map(({ codes, ...device }) => ({
      ...device,
      codes: codes.map((code) => this.prefix + code).filter((code) => code.length <= LONGEST),
    }));
  }

  /** Codes in a configuration are those of the gateway itself. */
  configuration(): Promise<GatewayConfiguration> {
    return this.gateway.configuration();
  }

  configure(change: GatewayConfigurationChange): Promise<GatewayConfiguration> {
    return this.gateway.configure(change);
  }

  tryConnection(trial: GatewayTrialInput): Promise<GatewayTrial> {
    return this.gateway.tryConnection(trial);
  }

  async values(codes: readonly string[], options?: GatewayCallOptions): Promise<PointValue[]> {
    return (await this.gateway.values(codes.map(this.inward), options)).map(this.outward);
  }

  async history(
    { codes, ...range }: GatewayHistoryQuery,
    options?: GatewayCallOptions,
  ): Promise<GatewaySeries[]> {
    const query = { codes: codes.map(this.inward), ...range };
    return (await this.gateway.history(query, options)).map(this.outward);
  }

  set(code: string, value: unknown, options?: GatewayCallOptions): Promise<GatewayWriteResult> {
    return this.gateway.set(this.inward(code), value, options);
  }

  forceSet(
    code: string,
    value: unknown,
    reason: string,
    options?: GatewayCallOptions,
  ): Promise<GatewayWriteResult> {
    return this.gateway.forceSet(this.inward(code), value, reason, options);
  }

  release(code: string, options?: GatewayCallOptions): Promise<GatewayWriteResult> {
    return this.gateway.release(this.inward(code), options);
  }

  async alarms(query: GatewayAlarmQuery): Promise<GatewayAlarmPage> {
    const { items, total } = await this.gateway.alarms(query);
    return { items: items.map(this.outward).filter(isUsable), total };
  }

  async alarmConfigs({ action, config }: GatewayAlarmConfigRequest): Promise<GatewayAlarmConfigs> {
    const code = config?.['code'];
    const own = typeof code === 'string' ? { ...config, code: this.inward(code) } : config;
    const answer = await this.gateway.alarmConfigs({ action, config: own });
    if ('items' in answer) return { items: answer.items.map(this.outwardConfig) };
    return { config: answer.config && this.outwardConfig(answer.config) };
  }

  stream(handlers: GatewayStreamHandlers, signal: AbortSignal): Promise<void> {
    const onValue: GatewayStreamHandlers['onValue'] = (value) => handlers.onValue(this.outward(value));
    const onAlarm: GatewayStreamHandlers['onAlarm'] = (event) => {
      const alarm = this.outward(event);
      if (isUsable(alarm)) handlers.onAlarm(alarm);
    };
    return this.gateway.stream({ ...handlers, onValue, onAlarm }, signal);
  }

  renewTokens(): Promise<void> {
    return this.gateway.renewTokens();
  }

  state(): GatewayState {
    return this.gateway.state();
  }

  onStateChange(listener: (change: BreakerChange) => void): () => void {
    return this.gateway.onStateChange(listener);
  }

  /** @throws DomainError `not_found` if the code belongs to another gateway */
  private readonly inward = (code: string): string => {
    if (!code.startsWith(this.prefix))
      throw new DomainError('not_found', 'not_found', say('gateway_knows_no_code'));
    return code.slice(this.prefix.length);
  };

  private readonly outward = <T extends { code: string }>(item: T): T => ({
    ...item,
    code: this.prefix + item.code,
  });

  private readonly outwardConfig = (config: Record<string, unknown>): Record<string, unknown> => {
    const { code } = config;
    return typeof code === 'string' ? { ...config, code: this.prefix + code } : config;
  };
}

function isUsable({ code }: { code: string }): boolean {
  return code.length <= LONGEST;
}
