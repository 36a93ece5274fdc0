/**
 * The settings of a trigger that follows values over time. Such a trigger depends not only on the last change. It also
 * depends on whether the value was beyond a limit before, how long the condition has been true, or whether the trigger
 * has already fired for the current state.
 */
export interface HoldSettings {
  readonly above: number | null;
  readonly below: number | null;
  /** How far a value must return behind the limit before it can cross the limit again. */
  readonly hysteresis: number;
  /** How long the condition must stay true. */
  readonly forMs: number;
  /**
   * Whether the current state counts like a crossing when the service starts, the workflow is created or enabled, or
   * its trigger changes. If false, only later changes count.
   */
  readonly onStart: boolean;
}

type Config = { readonly [Name in keyof HoldSettings]?: unknown };

/**
 * The settings in the configuration of a `state_change` trigger; null if the trigger evaluates each change separately.
 */
export function holdSettings({ above, below, hysteresis, forMs, onStart }: Config): HoldSettings | null {
  const settings = {
    above: numberOr(above, null),
    below: numberOr(below, null),
    hysteresis: numberOr(hysteresis, 0),
    forMs: numberOr(forMs, 0),
    onStart: onStart === true,
  };
  const isHold = settings.above !== null || settings.below !== null || settings.forMs > 0 || settings.onStart;
  return isHold ? settings : null;
}

function numberOr<Default>(value: unknown, otherwise: Default): number | Default {
  return typeof value === 'number' ? value : otherwise;
}
