import { type AlertSeverity, type Comparison, DomainError, newId } from '@app/kernel';

/** The condition that raises an alarm. */
export interface AlarmConfig {
  id: string;
  code: string;
  level: AlertSeverity;
  comparison: Comparison;
  /** The limit with which the point's value is compared. A boolean counts as 0 or 1. */
  threshold: number;
  message: string;
  enabled: boolean;
}

export const ALARM_CONFIG_ACTIONS = ['query', 'create', 'update', 'delete'] as const;
export type AlarmConfigAction = (typeof ALARM_CONFIG_ACTIONS)[number];

/** Stores a change of a configuration. `config` is null if the configuration was deleted. */
export type SaveAlarmConfig = (id: string, config: AlarmConfig | null) => void | Promise<void>;

/** The alarm configurations of a gateway. */
export class AlarmConfigs {
  private readonly configsById: Map<string, AlarmConfig>;

  /** @param save is called before a change takes effect; by default, changes are in memory only */
  constructor(
    initial: readonly AlarmConfig[],
    private readonly save: SaveAlarmConfig = () => undefined,
  ) {
    this.configsById = new Map(initial.map((config) => [config.id, config]));
  }

  all(): AlarmConfig[] {
    return [...this.configsById.values()];
  }

  /**
   * Creates, updates, deletes or lists configurations. An update changes only the given fields.
   * @returns all configurations for `query`, otherwise the configuration that was created, updated or deleted
   * @throws DomainError `invalid` if a field that the action requires is missing; `not_found` for an unknown id
   */
  async change(
    action: AlarmConfigAction,
    fields: Partial<AlarmConfig> = {},
  ): Promise<{ items: AlarmConfig[] } | { config: AlarmConfig }> {
    if (action === 'query') return { items: this.all() };
    const config = action === 'create' ? created(fields) : changed(this.find(fields.id), fields);
    await this.save(config.id, action === 'delete' ? null : config);
    if (action === 'delete') this.configsById.delete(config.id);
    else this.configsById.set(config.id, config);
    return { config };
  }

  private find(id: string | undefined): AlarmConfig {
    if (id === undefined) throw DomainError.invalid('The id of the alarm configuration is missing.');
    const config = this.configsById.get(id);
    if (!config) throw DomainError.notFound(`The alarm configuration ${id}`);
    return config;
  }
}

function created(fields: Partial<AlarmConfig>): AlarmConfig {
  const { code, threshold, level = 'warning', comparison = 'gt', enabled = true } = fields;
  if (code === undefined || threshold === undefined) {
    throw DomainError.invalid('A new alarm configuration must have a code and a threshold.');
  }
  const message = fields.message ?? `${code} ${comparison} ${threshold}`;
  return { id: newId(), code, level, comparison, threshold, message, enabled };
}

function changed(config: AlarmConfig, fields: Partial<AlarmConfig>): AlarmConfig {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return { ...config, ...given };
}
