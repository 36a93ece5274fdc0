import type { PointValue } from '@app/contracts';
import { SingleGateway } from './gateway-client';
import type {
  GatewayAlarmConfigRequest,
  GatewayAlarmConfigs,
  GatewayAlarmPage,
  GatewayAlarmQuery,
  GatewayCallOptions,
  GatewayHistoryQuery,
  GatewayPoint,
  GatewaySeries,
  GatewayStreamHandlers,
  GatewayWriteResult,
} from './gateway-shapes';
import type { BreakerChange, GatewayState } from './gateway-state';

/** Maximum length of a code and of an alarm's id, with the prefix. */
const LONGEST = 255;

/** Adds a prefix to the codes of a gateway's points and to the ids of its alarms, so that they are unique. */
export class PrefixedGateway extends SingleGateway {
  constructor(
    private readonly gateway: SingleGateway,
    private readonly prefix: string,
  ) {
    super();
  }

  /** Points whose codes are too long with the prefix are left out. */
  async points(): Promise<GatewayPoint[]> {
    const points = (await this.gateway.points()).map(this.outward);
    return points.filter(({ code }) => code.length <= LONGEST);
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
    return { items: items.map(this.outwardAlarm).filter(isStorable), total };
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
      const alarm = this.outwardAlarm(event);
      if (isStorable(alarm)) handlers.onAlarm(alarm);
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

  private readonly inward = (code: string): string =>
    code.startsWith(this.prefix) ? code.slice(this.prefix.length) : code;

  private readonly outward = <T extends { code: string }>(item: T): T => ({
    ...item,
    code: this.prefix + item.code,
  });

  private readonly outwardAlarm = <T extends { id: string; code: string }>(alarm: T): T => ({
    ...this.outward(alarm),
    id: this.prefix + alarm.id,
  });

  private readonly outwardConfig = (config: Record<string, unknown>): Record<string, unknown> => {
    const { code } = config;
    return typeof code === 'string' ? { ...config, code: this.prefix + code } : config;
  };
}

function isStorable({ id, code }: { id: string; code: string }): boolean {
  return id.length <= LONGEST && code.length <= LONGEST;
}
