import { type AlertSeverity, type Comparison, DomainError, newId } from '@app/kernel';
import type { AlarmRule } from '../../model/alarm-rules';

/** The condition that raises an alarm. */
export interface AlarmConfig {
  id: string;
  code: string;
  level: AlertSeverity;
  comparison: Comparison;
  threshold: number;
  message: string;
  enabled: boolean;
}

export const ALARM_CONFIG_ACTIONS = ['query', 'create', 'update', 'delete'] as const;
export type AlarmConfigAction = (typeof ALARM_CONFIG_ACTIONS)[number];

/** The alarm configurations, in memory only. Initially, there is one for each alarm of the simulated building. */
export class AlarmConfigs {
  private readonly configsById: Map<string, AlarmConfig>;

  constructor(rules: readonly AlarmRule[]) {
    this.configsById = new Map(
      rules.map(({ id, code, level, comparison, threshold, message }) => [
        id,
        { id, code, level, comparison, threshold, message, enabled: true },
      ]),
    );
  }

  /**
   * Creates, updates, deletes or lists configurations. An update changes only the given fields.
   * @returns all configurations for `query`, otherwise the configuration that was created, updated or deleted
   * @throws DomainError `invalid` if a field that the action requires is missing; `not_found` for an unknown id
   */
  change(
    action: AlarmConfigAction,
    fields: Partial<AlarmConfig> = {},
  ): { items: AlarmConfig[] } | { config: AlarmConfig } {
    if (action === 'query') return { items: [...this.configsById.values()] };
    if (action === 'create') return { config: this.create(fields) };
    const config = this.find(fields.id);
    if (action === 'update') return { config: this.update(config, fields) };
    this.configsById.delete(config.id);
    return { config };
  }

  private create(fields: Partial<AlarmConfig>): AlarmConfig {
    const { code, threshold, level = 'warning', comparison = 'gt', enabled = true } = fields;
    if (code === undefined || threshold === undefined) {
      throw DomainError.invalid('A new alarm configuration must have a code and a threshold.');
    }
    const message = fields.message ?? `${code} ${comparison} ${threshold}`;
    const config = { id: newId(), code, level, comparison, threshold, message, enabled };
    this.configsById.set(config.id, config);
    return config;
  }

  private update(config: AlarmConfig, fields: Partial<AlarmConfig>): AlarmConfig {
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const updated = { ...config, ...given };
    this.configsById.set(config.id, updated);
    return updated;
  }

  private find(id: string | undefined): AlarmConfig {
    if (id === undefined) throw DomainError.invalid('The id of the alarm configuration is missing.');
    const config = this.configsById.get(id);
    if (!config) throw DomainError.notFound(`The alarm configuration ${id}`);
    return config;
  }
}
