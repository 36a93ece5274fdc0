import type { AirHandler, AirRole, AirRule, EnergyType } from '@app/entities';
import { type Message, say } from '@app/kernel';
import { HOUR_MS } from '../../metering/arithmetic/meter-arithmetic';
import { roundedEnergy, roundedHalfUp } from '../../metering/arithmetic/rounded';
import { DAYS_PER_MONTH, type Judgement } from './judgement';

/** The values of an air handling unit in steps of `AIR_STEP_MS`. */
export interface AirSamples {
  startMs: number;
  /** The mean of each step; NaN if there is no recent value. Roles without a point are missing. */
  values: Partial<Record<AirRole, Float64Array>>;
}

/** One value per role; NaN if it is not known. */
type AirValues = Record<AirRole, number>;

/** The operating states of Guideline 36. In all other states, only rules without states apply. */
type AirState = 'heating' | 'freeCooling' | 'fullFreeCooling' | 'mechanicalCooling' | 'other';

type CountedRule = 'air_hunting' | 'air_sensor_frozen';

interface CountedDefinition {
  needs: readonly AirRole[];
  /** Other points whose values the rule reads if the unit has them. */
  reads: readonly AirRole[];
  count: (unit: AirHandler, samples: AirSamples, from: number, to: number) => Count;
}

interface Rule {
  needs: readonly AirRole[];
  /** By default, all states. */
  states?: readonly AirState[];
  /** By how much the limit is exceeded, in K unless the rule has another unit. Not positive if there is no fault. */
  excess: (values: AirValues) => number;
  /** The energy type that the excess wastes if it is a difference of temperatures. */
  wastes?: EnergyType;
}

export const AIR_STEP_MS = 300_000;
const STEPS_PER_HOUR = HOUR_MS / AIR_STEP_MS;
/** A fault counts if it lasts for half an hour. A state, and a running fan, count half an hour after they began. */
const LASTING_STEPS = STEPS_PER_HOUR / 2;
/** Changes of the state in an hour that are not hunting. */
const MOST_CHANGES = 7;
/** A sensor is frozen if its value has been the same for 12 hours. */
const FROZEN_STEPS = 12 * STEPS_PER_HOUR;

/** Errors of the sensors in K, Pa and percent, and the rise of the temperature at the fan in K: defaults of Guideline 36. */
const SUPPLY_ERROR = 1;
const RETURN_ERROR = 1;
const MIXED_ERROR = 3;
const OUTDOOR_ERROR = 1;
const FAN_RISE = 1;
const PRESSURE_ERROR = 25;
const SPEED_ERROR = 5;
const FULL = 99;
/** A valve or damper is at its end if it is so close to it, in percent. */
const POSITION_ERROR = 2;
/** Heat in 1 m³ of air per K, in kWh. */
const KWH_PER_M3_K = (1.2 * 1.006) / 3600;

const both = (one: number, other: number): number => Math.hypot(one, other);
/** The excess counts only from a position or speed on; NaN if that is not known. */
const ifAtLeast = (least: number, percent: number, excess: number): number => {
  if (Number.isNaN(percent)) return Number.NaN;
  return percent >= least ? excess : 0;
};

const RULES: Record<Exclude<AirRule, CountedRule>, Rule> = {
  air_pressure_low: {
    needs: ['ductPressure', 'ductPressureSetpoint', 'fanSpeed'],
    excess: (v) =>
      ifAtLeast(FULL - SPEED_ERROR, v.fanSpeed, v.ductPressureSetpoint - PRESSURE_ERROR - v.ductPressure),
  },
  air_mixed_cold: {
    needs: ['mixedTemperature', 'returnTemperature', 'outdoorTemperature'],
    excess: (v) =>
      Math.min(v.returnTemperature - RETURN_ERROR, v.outdoorTemperature - OUTDOOR_ERROR) -
      (v.mixedTemperature + MIXED_ERROR),
    wastes: 'heating',
  },
  air_mixed_warm: {
    needs: ['mixedTemperature', 'returnTemperature', 'outdoorTemperature'],
    excess: (v) =>
      v.mixedTemperature -
      MIXED_ERROR -
      Math.max(v.returnTemperature + RETURN_ERROR, v.outdoorTemperature + OUTDOOR_ERROR),
    wastes: 'cooling',
  },
  air_heating_no_effect: {
    needs: ['supplyTemperature', 'mixedTemperature', 'heatingValve'],
    states: ['heating'],
    excess: (v) => v.mixedTemperature - MIXED_ERROR + FAN_RISE - (v.supplyTemperature + SUPPLY_ERROR),
    wastes: 'heating',
  },
  air_heating_weak: {
    needs: ['supplyTemperature', 'supplySetpoint', 'heatingValve'],
    states: ['heating'],
    excess: (v) => ifAtLeast(FULL, v.heatingValve, v.supplySetpoint - SUPPLY_ERROR - v.supplyTemperature),
    wastes: 'heating',
  },
  air_economizer_differs: {
    needs: ['supplyTemperature', 'mixedTemperature', 'outdoorDamper'],
    states: ['freeCooling'],
    excess: (v) =>
      Math.abs(v.supplyTemperature - FAN_RISE - v.mixedTemperature) - both(SUPPLY_ERROR, MIXED_ERROR),
    wastes: 'cooling',
  },
  air_free_cooling_warm: {
    needs: ['outdoorTemperature', 'supplySetpoint', 'outdoorDamper'],
    states: ['freeCooling'],
    excess: (v) => v.outdoorTemperature - OUTDOOR_ERROR - (v.supplySetpoint - FAN_RISE + SUPPLY_ERROR),
    wastes: 'cooling',
  },
  air_damper_not_open: {
    needs: ['outdoorTemperature', 'mixedTemperature', 'coolingValve', 'outdoorDamper'],
    states: ['fullFreeCooling'],
    excess: (v) => Math.abs(v.mixedTemperature - v.outdoorTemperature) - both(MIXED_ERROR, OUTDOOR_ERROR),
    wastes: 'cooling',
  },
  air_cooling_cold: {
    needs: ['outdoorTemperature', 'supplySetpoint', 'coolingValve', 'outdoorDamper'],
    states: ['fullFreeCooling'],
    excess: (v) => v.supplySetpoint - FAN_RISE - SUPPLY_ERROR - (v.outdoorTemperature + OUTDOOR_ERROR),
    wastes: 'cooling',
  },
  air_cooling_no_effect: {
    needs: ['supplyTemperature', 'mixedTemperature', 'coolingValve'],
    states: ['freeCooling', 'fullFreeCooling', 'mechanicalCooling'],
    excess: (v) => v.supplyTemperature - SUPPLY_ERROR - FAN_RISE - (v.mixedTemperature + MIXED_ERROR),
    wastes: 'cooling',
  },
  air_cooling_weak: {
    needs: ['supplyTemperature', 'supplySetpoint', 'coolingValve'],
    states: ['fullFreeCooling', 'mechanicalCooling'],
    excess: (v) => ifAtLeast(FULL, v.coolingValve, v.supplyTemperature - (v.supplySetpoint + SUPPLY_ERROR)),
    wastes: 'cooling',
  },
  air_heats_and_cools: {
    needs: ['heatingValve', 'coolingValve'],
    excess: (v) => Math.min(v.heatingValve, v.coolingValve) - POSITION_ERROR,
  },
};
const SENSORS: readonly AirRole[] = [
  'supplyTemperature',
  'mixedTemperature',
  'returnTemperature',
  'outdoorTemperature',
];
/** The points whose values decide the state of a unit. */
const OF_STATE: readonly AirRole[] = ['heatingValve', 'coolingValve', 'outdoorDamper'];
/** Rules that look at more than one step, so they have no excess of a limit in a step. */
const COUNTED: Record<CountedRule, CountedDefinition> = {
  air_hunting: { needs: ['heatingValve', 'coolingValve'], reads: OF_STATE, count: countHunting },
  air_sensor_frozen: { needs: ['supplyTemperature'], reads: SENSORS, count: countFrozen },
};

/** The roles of the points that rules read. Rules that need a point that the unit does not have are left out. */
export function rolesOf(rules: readonly AirRule[], { points }: AirHandler): AirRole[] {
  const read = rules
    .map(definitionOf)
    .filter(({ needs }) => needs.every((role) => points[role] !== undefined))
    .flatMap((definition): AirRole[] => ['fanStatus', ...definition.needs, ...otherReads(definition)]);
  return [...new Set(read)];
}

function otherReads(definition: Rule | CountedDefinition): readonly AirRole[] {
  if ('count' in definition) return definition.reads;
  return definition.states ? OF_STATE : [];
}

interface Count {
  runSteps: number;
  judgedSteps: number;
  /** The steps of faults that lasted. */
  faults: { step: number; excess: number }[];
}

/**
 * Judges an air handling unit by one rule.
 * @param range the indexes [from, to) of the judged steps
 * @param leastHours how long the fault must last in the range to be a loss
 */
export function judgeAirHandler(
  rule: AirRule,
  unit: AirHandler,
  samples: AirSamples,
  { from, to }: { from: number; to: number },
  leastHours: number,
): Judgement {
  const { name, points, airflowM3PerHour = 0 } = unit;
  const pointCode = points.supplyTemperature;
  const unknown = (reason: Message): Judgement => ({ pointCode, loss: null, reason });
  const definition = definitionOf(rule);
  const missing = definition.needs.filter((role) => points[role] === undefined);
  if (missing.length > 0) return unknown(say('air_points_missing', { name, points: missing.join(', ') }));
  const { runSteps, judgedSteps, faults } =
    'count' in definition
      ? definition.count(unit, samples, from, to)
      : countFaults(definition, unit, samples, from, to);
  const missingSteps = to - from - knownFanSteps(samples, from, to);
  if (missingSteps > (to - from) / 2)
    return unknown(say('air_values_missing', { name, points: 'fanStatus' }));
  if (runSteps < STEPS_PER_HOUR) return unknown(say('air_not_running', { name }));
  // Half of the running time must be known.
  if (judgedSteps < runSteps / 2)
    return unknown(say('air_values_missing', { name, points: definition.needs.join(', ') }));
  const faultHours = faults.length / STEPS_PER_HOUR;
  if (faultHours < leastHours) return { pointCode, loss: null, reason: null };
  const excess = faults.reduce((sum, fault) => sum + fault.excess, 0) / faults.length;
  const wastes = 'count' in definition ? undefined : definition.wastes;
  const days = ((to - from) * AIR_STEP_MS) / (24 * HOUR_MS);
  const kwh = wastes ? excess * airflowM3PerHour * KWH_PER_M3_K * faultHours : 0;
  const hours = new Set(faults.map(({ step }) => hourOf(samples.startMs + step * AIR_STEP_MS)));
  return {
    pointCode,
    reason: null,
    loss: {
      kwhPerMonth: roundedEnergy((kwh * DAYS_PER_MONTH) / days),
      energyType: wastes ?? 'electricity',
      hoursMs: kwh > 0 ? [...hours] : [],
      evidence: [
        { code: 'faultHours', value: roundedHalfUp(faultHours, 1) },
        { code: 'runHours', value: roundedHalfUp(runSteps / STEPS_PER_HOUR, 1) },
        { code: 'excess', value: roundedHalfUp(excess, 1) },
      ],
    },
  };
}

function definitionOf(rule: AirRule): Rule | CountedDefinition {
  return rule === 'air_hunting' || rule === 'air_sensor_frozen' ? COUNTED[rule] : RULES[rule];
}

function knownFanSteps({ values: { fanStatus } }: AirSamples, from: number, to: number): number {
  return fanStatus?.subarray(from, to).filter((value) => !Number.isNaN(value)).length ?? 0;
}

function countFaults(rule: Rule, unit: AirHandler, samples: AirSamples, from: number, to: number): Count {
  const count: Count = { runSteps: 0, judgedSteps: 0, faults: [] };
  let lasting: Count['faults'] = [];
  let runningFor = 0;
  const states = statesOf(unit, samples, from, to);
  const endFault = () => {
    if (lasting.length >= LASTING_STEPS) count.faults.push(...lasting);
    lasting = [];
  };
  for (const [index, { state, age }] of states.entries()) {
    const step = from + index;
    const values = valuesAt(samples, step);
    if (values.fanStatus !== 1) {
      runningFor = 0;
      endFault();
      continue;
    }
    count.runSteps++;
    runningFor++;
    const excess = rule.excess(values);
    const applies = rule.states
      ? state !== null && rule.states.includes(state) && age >= LASTING_STEPS
      : runningFor > LASTING_STEPS;
    if (!Number.isNaN(excess) && (!rule.states || state !== null)) count.judgedSteps++;
    if (applies && excess > 0) lasting.push({ step, excess });
    else endFault();
  }
  endFault();
  return count;
}

/** Counts the steps at the end of an hour with too many changes of the state. The excess is the number of changes. */
function countHunting(unit: AirHandler, samples: AirSamples, from: number, to: number): Count {
  const states = statesOf(unit, samples, from, to);
  const running = states.map((_, index) => valuesAt(samples, from + index).fanStatus === 1);
  const isChange = states.map(
    ({ state, age }, index) =>
      index > 0 && state !== null && age === 0 && running[index] && states[index - 1]?.state !== null,
  );
  const faults = states.flatMap((_, index) => {
    const excess = isChange.slice(Math.max(0, index + 1 - STEPS_PER_HOUR), index + 1).filter(Boolean).length;
    return running[index] && excess > MOST_CHANGES ? [{ step: from + index, excess }] : [];
  });
  return {
    runSteps: running.filter(Boolean).length,
    judgedSteps: states.filter(({ state }, index) => running[index] && state !== null).length,
    faults,
  };
}

/**
 * Counts the steps in which a temperature has not changed for a long time while the fan runs. The excess is the number of
 * hours.
 */
function countFrozen(_unit: AirHandler, { values }: AirSamples, from: number, to: number): Count {
  const count: Count = { runSteps: 0, judgedSteps: 0, faults: [] };
  const same = new Map(SENSORS.map((role) => [role, 0]));
  for (let step = from; step < to; step++) {
    for (const role of SENSORS) {
      const isSame = step > from && values[role]?.[step] === values[role]?.[step - 1];
      same.set(role, isSame && values[role] ? (same.get(role) ?? 0) + 1 : 0);
    }
    if (values.fanStatus?.[step] !== 1) continue;
    count.runSteps++;
    if (!Number.isNaN(values.supplyTemperature?.[step] ?? Number.NaN)) count.judgedSteps++;
    const longest = Math.max(...same.values());
    if (longest >= FROZEN_STEPS) count.faults.push({ step, excess: longest / STEPS_PER_HOUR });
  }
  return count;
}

/**
 * The state of each step, and how many steps before it had the same state; null if it is not known or if the fan does not
 * run.
 */
function statesOf(
  unit: AirHandler,
  samples: AirSamples,
  from: number,
  to: number,
): { state: AirState | null; age: number }[] {
  const states: { state: AirState | null; age: number }[] = [];
  for (let step = from; step < to; step++) {
    const values = valuesAt(samples, step);
    const state = values.fanStatus === 1 ? stateOf(values, unit) : null;
    const before = states.at(-1);
    states.push({ state, age: before?.state === state ? before.age + 1 : 0 });
  }
  return states;
}

function stateOf(values: AirValues, { points, minDamperPercent }: AirHandler): AirState | null {
  const heating = points.heatingValve === undefined ? 0 : values.heatingValve;
  const cooling = points.coolingValve === undefined ? 0 : values.coolingValve;
  const damper = points.outdoorDamper === undefined ? minDamperPercent : values.outdoorDamper;
  if (Number.isNaN(heating + cooling + damper)) return null;
  const [heats, cools] = [heating > POSITION_ERROR, cooling > POSITION_ERROR];
  const isMin = damper <= minDamperPercent + POSITION_ERROR;
  const isFull = damper >= 100 - POSITION_ERROR;
  if (heats) return isMin && !cools ? 'heating' : 'other';
  if (!cools) return isMin || isFull ? 'other' : 'freeCooling';
  if (isFull) return 'fullFreeCooling';
  return isMin ? 'mechanicalCooling' : 'other';
}

function valuesAt({ values }: AirSamples, step: number): AirValues {
  const at = (role: AirRole) => values[role]?.[step] ?? Number.NaN;
  return {
    supplyTemperature: at('supplyTemperature'),
    supplySetpoint: at('supplySetpoint'),
    mixedTemperature: at('mixedTemperature'),
    returnTemperature: at('returnTemperature'),
    outdoorTemperature: at('outdoorTemperature'),
    fanStatus: at('fanStatus'),
    fanSpeed: at('fanSpeed'),
    heatingValve: at('heatingValve'),
    coolingValve: at('coolingValve'),
    outdoorDamper: at('outdoorDamper'),
    ductPressure: at('ductPressure'),
    ductPressureSetpoint: at('ductPressureSetpoint'),
  };
}

const hourOf = (ms: number): number => ms - (ms % HOUR_MS);
