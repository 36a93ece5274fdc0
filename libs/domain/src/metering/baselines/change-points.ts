import type { ChangePointForm } from '@app/entities';

/**
 * A measurement that a model explains: the mean energy of a period, and the temperature of each of its hours. The
 * period is an hour, a day, or the mean day of a month.
 */
export interface Observation {
  energyKwh: number;
  temperaturesC: readonly number[];
  /** Observations with the same number share a base load: the hour of the week, or 0. */
  group: number;
}

/** The temperatures below which a building heats and above which it cools; null if it does not. */
export interface BalancePoints {
  form: ChangePointForm;
  heatingBalanceC: number | null;
  coolingBalanceC: number | null;
}

/**
 * The energy is the base load of the group, plus `heatingPerDegree` for each degree below the balance point of heating,
 * plus `coolingPerDegree` for each degree above the balance point of cooling. Degrees are means over the hours.
 */
export interface ChangePointModel extends BalancePoints {
  /** kWh per degree and observation. The flatter side of a form with four parameters is negative. */
  heatingPerDegree: number;
  coolingPerDegree: number;
  /** The base load of each group in kWh; NaN for a group without observations. */
  base: readonly number[];
  /** The number of fitted parameters, with balance points and the base loads of all groups. */
  parameters: number;
}

/** The numbers that describe how well a model explains observations. */
export interface ResidualStatistics {
  observations: number;
  meanKwh: number;
  rSquared: number;
  adjustedRSquared: number;
  /** The standard error of one observation in kWh. */
  rmseKwh: number;
  /** The sum of the residuals divided by the degrees of freedom, in kWh. */
  biasKwh: number;
  /** The correlation of a residual with the next one, 0 to 0.99. */
  autocorrelation: number;
}

/** Balance points are searched in steps of 0.5 °C. */
const STEPS_PER_DEGREE = 2;
/** There are at least this many hours, those of ten days, on each side of a balance point. */
const HOURS_PER_SIDE = 240;
/**
 * A slope is significant if it is this many standard errors away from 0. These are more than usual, because the best of
 * many balance points was chosen.
 */
const SIGNIFICANT_ERRORS = 3;
const HIGHEST_AUTOCORRELATION = 0.99;
/** Two columns whose angle has a smaller squared sine count as the same column. */
const LEAST_INDEPENDENCE = 1e-9;

/** The numbers of slopes and balance points. */
const TEMPERATURE_PARAMETERS: Record<ChangePointForm, number> = {
  constant: 0,
  threeParameterHeating: 2,
  threeParameterCooling: 2,
  fourParameterHeating: 3,
  fourParameterCooling: 3,
  fiveParameter: 4,
};

/** Slopes that were fitted by least squares. */
interface Slopes extends Omit<ChangePointModel, 'base' | 'parameters'> {
  /** By how much the squared residuals are less than without any slope. */
  explained: number;
  /** The variances of the slopes, for residuals with the variance 1. */
  heatingVariance: number;
  coolingVariance: number;
}

const NO_SLOPES: Slopes = {
  form: 'constant',
  heatingBalanceC: null,
  coolingBalanceC: null,
  heatingPerDegree: 0,
  coolingPerDegree: 0,
  explained: 0,
  heatingVariance: 0,
  coolingVariance: 0,
};

/**
 * Fits all forms by least squares, and returns the one with the highest adjusted R². For each form, all balance points
 * with enough hours on both sides are compared. A form counts only if its slopes have physical signs and are
 * significant: heating grows with the cold, and cooling with the heat; of a form with four parameters, the flatter side
 * continues the steeper one.
 * @param observations at least one, in order of time
 * @param form the only form that counts; null for all
 * @returns null if the form does not count
 */
export function fitChangePoints(
  observations: readonly Observation[],
  form: ChangePointForm | null,
): ChangePointModel | null {
  const columnOf = degreeColumns(observations);
  const points = balancePoints(observations).map((balanceC) => ({
    heating: columnOf(balanceC, -1),
    cooling: columnOf(balanceC, 1),
  }));
  const best = new Map<ChangePointForm, Slopes>();
  const offer = (slopes: Slopes | null) => {
    if (slopes && slopes.explained > (best.get(slopes.form)?.explained ?? 0)) best.set(slopes.form, slopes);
  };
  for (const [index, { heating, cooling }] of points.entries()) {
    offer(physical(slopesOf(heating, null)));
    offer(physical(slopesOf(null, cooling)));
    for (const warmer of points.slice(index)) offer(physical(slopesOf(heating, warmer.cooling)));
  }
  const fitted = [NO_SLOPES, ...best.values()]
    .filter((slopes) => form === null || slopes.form === form)
    .map((slopes) => ({ slopes, ...withStatistics(observations, slopes) }))
    .filter(({ slopes, statistics }) => isSignificant(slopes, statistics))
    .toSorted((one, other) => other.statistics.adjustedRSquared - one.statistics.adjustedRSquared);
  return fitted[0]?.model ?? null;
}

/** Fits slopes and base loads by least squares for given balance points. */
export function fitSlopes(
  observations: readonly Observation[],
  { form, heatingBalanceC, coolingBalanceC }: BalancePoints,
): ChangePointModel {
  const columnOf = degreeColumns(observations);
  const heating = heatingBalanceC === null ? null : columnOf(heatingBalanceC, -1);
  const cooling = coolingBalanceC === null ? null : columnOf(coolingBalanceC, 1);
  return modelOf(observations, { ...slopesOf(heating, cooling), form, heatingBalanceC, coolingBalanceC });
}

/** The energy that a model expects, in kWh; NaN for a group without observations. */
export function expectedKwh(
  model: ChangePointModel,
  { temperaturesC, group }: Omit<Observation, 'energyKwh'>,
): number {
  const { heatingBalanceC, coolingBalanceC, heatingPerDegree, coolingPerDegree, base } = model;
  const heating = heatingBalanceC === null ? 0 : meanDegrees(temperaturesC, heatingBalanceC, -1);
  const cooling = coolingBalanceC === null ? 0 : meanDegrees(temperaturesC, coolingBalanceC, 1);
  return (base[group] ?? Number.NaN) + heatingPerDegree * heating + coolingPerDegree * cooling;
}

/** Compares observations with a model. */
export function statisticsOf(
  model: ChangePointModel,
  observations: readonly Observation[],
): ResidualStatistics {
  const count = observations.length;
  const residuals = observations.map(
    (observation) => observation.energyKwh - expectedKwh(model, observation),
  );
  const meanKwh = sum(observations.map(({ energyKwh }) => energyKwh)) / count;
  const total = sum(observations.map(({ energyKwh }) => (energyKwh - meanKwh) ** 2));
  const unexplained = sum(residuals.map((residual) => residual ** 2));
  const freedom = Math.max(1, count - model.parameters);
  return {
    observations: count,
    meanKwh,
    rSquared: total === 0 ? 0 : 1 - unexplained / total,
    adjustedRSquared: total === 0 ? 0 : 1 - unexplained / freedom / (total / Math.max(1, count - 1)),
    rmseKwh: Math.sqrt(unexplained / freedom),
    biasKwh: sum(residuals) / freedom,
    autocorrelation: autocorrelationOf(residuals),
  };
}

/** The correlation of a value with the next one. A negative one counts as 0, because it would make errors smaller. */
export function autocorrelationOf(residuals: readonly number[]): number {
  const variance = sum(residuals.map((residual) => residual ** 2));
  const lagged = sum(residuals.slice(1).map((residual, index) => residual * (residuals[index] ?? 0)));
  return variance === 0 ? 0 : Math.min(Math.max(lagged / variance, 0), HIGHEST_AUTOCORRELATION);
}

/** The mean of the degrees above a balance point, or below it if `sign` is -1. */
export function meanDegrees(temperaturesC: readonly number[], balanceC: number, sign: 1 | -1): number {
  let degrees = 0;
  for (const temperature of temperaturesC) degrees += Math.max(0, sign * (temperature - balanceC));
  return degrees / temperaturesC.length;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The balance points that are compared, in order. */
function balancePoints(observations: readonly Observation[]): number[] {
  const temperatures = Float64Array.from(observations.flatMap(({ temperaturesC }) => temperaturesC)).sort();
  const coldest = temperatures[HOURS_PER_SIDE - 1] ?? Number.POSITIVE_INFINITY;
  const warmest = temperatures.at(-HOURS_PER_SIDE) ?? Number.NEGATIVE_INFINITY;
  const points: number[] = [];
  for (let step = Math.ceil(coldest * STEPS_PER_DEGREE); step <= warmest * STEPS_PER_DEGREE; step++) {
    points.push(step / STEPS_PER_DEGREE);
  }
  return points;
}

/**
 * The degrees of all observations on one side of a balance point, as differences from the means of their groups, with
 * their products.
 */
interface DegreeColumn {
  balanceC: number;
  degrees: Float64Array;
  squares: number;
  withEnergies: number;
}

function degreeColumns(
  observations: readonly Observation[],
): (balanceC: number, sign: 1 | -1) => DegreeColumn {
  const energies = centred(
    observations,
    observations.map(({ energyKwh }) => energyKwh),
  );
  return (balanceC, sign) => {
    const degrees = centred(
      observations,
      observations.map(({ temperaturesC }) => meanDegrees(temperaturesC, balanceC, sign)),
    );
    return { balanceC, degrees, squares: dot(degrees, degrees), withEnergies: dot(degrees, energies) };
  };
}

/** Fits one slope or two. A column without variance, or that equals the other one, has no slope. */
function slopesOf(heating: DegreeColumn | null, cooling: DegreeColumn | null): Slopes {
  const both = heating && cooling ? dot(heating.degrees, cooling.degrees) : 0;
  const [heatingSquares, coolingSquares] = [heating?.squares ?? 0, cooling?.squares ?? 0];
  const determinant = heatingSquares * coolingSquares - both * both;
  const isIndependent = determinant > LEAST_INDEPENDENCE * heatingSquares * coolingSquares;
  if (!heating || !cooling || !isIndependent) return singleSlope(heating, cooling);
  const heatingPerDegree =
    (heating.withEnergies * coolingSquares - cooling.withEnergies * both) / determinant;
  const coolingPerDegree =
    (cooling.withEnergies * heatingSquares - heating.withEnergies * both) / determinant;
  return {
    form: 'fiveParameter',
    heatingBalanceC: heating.balanceC,
    coolingBalanceC: cooling.balanceC,
    heatingPerDegree,
    coolingPerDegree,
    explained: heatingPerDegree * heating.withEnergies + coolingPerDegree * cooling.withEnergies,
    heatingVariance: coolingSquares / determinant,
    coolingVariance: heatingSquares / determinant,
  };
}

function singleSlope(heating: DegreeColumn | null, cooling: DegreeColumn | null): Slopes {
  const column = heating ?? cooling;
  if (!column || column.squares === 0) return NO_SLOPES;
  const { balanceC, squares, withEnergies } = column;
  const slope = withEnergies / squares;
  const explained = slope * withEnergies;
  return heating
    ? {
        ...NO_SLOPES,
        form: 'threeParameterHeating',
        heatingBalanceC: balanceC,
        heatingPerDegree: slope,
        heatingVariance: 1 / squares,
        explained,
      }
    : {
        ...NO_SLOPES,
        form: 'threeParameterCooling',
        coolingBalanceC: balanceC,
        coolingPerDegree: slope,
        coolingVariance: 1 / squares,
        explained,
      };
}

/** Returns the slopes with their form; null if the signs are not physical. */
function physical(slopes: Slopes): Slopes | null {
  const { form, heatingPerDegree: heating, coolingPerDegree: cooling } = slopes;
  if (form !== 'fiveParameter') return Math.max(heating, cooling) > 0 ? slopes : null;
  if (slopes.heatingBalanceC !== slopes.coolingBalanceC) return heating > 0 && cooling > 0 ? slopes : null;
  if (cooling < 0 && heating > -cooling) return { ...slopes, form: 'fourParameterHeating' };
  if (heating < 0 && cooling > -heating) return { ...slopes, form: 'fourParameterCooling' };
  return null;
}

function withStatistics(observations: readonly Observation[], slopes: Slopes) {
  const model = modelOf(observations, slopes);
  return { model, statistics: statisticsOf(model, observations) };
}

function modelOf(observations: readonly Observation[], slopes: Slopes): ChangePointModel {
  const { form, heatingBalanceC, coolingBalanceC, heatingPerDegree, coolingPerDegree } = slopes;
  const fitted = { form, heatingBalanceC, coolingBalanceC, heatingPerDegree, coolingPerDegree };
  const withoutBase = { ...fitted, base: observations.map(() => 0), parameters: 0 };
  const base = groupMeans(
    observations,
    observations.map(
      ({ energyKwh, temperaturesC }) => energyKwh - expectedKwh(withoutBase, { temperaturesC, group: 0 }),
    ),
  );
  const used = base.filter((value) => !Number.isNaN(value)).length;
  return { ...fitted, base, parameters: used + TEMPERATURE_PARAMETERS[form] };
}

/**
 * True if all slopes are significant. Residuals that resemble their neighbours contain less information, so the
 * standard errors are those of fewer observations.
 */
function isSignificant(slopes: Slopes, { rmseKwh, autocorrelation }: ResidualStatistics): boolean {
  const error = rmseKwh * Math.sqrt((1 + autocorrelation) / (1 - autocorrelation));
  return [
    { slope: slopes.heatingPerDegree, variance: slopes.heatingVariance },
    { slope: slopes.coolingPerDegree, variance: slopes.coolingVariance },
  ].every(({ slope, variance }) => Math.abs(slope) >= SIGNIFICANT_ERRORS * error * Math.sqrt(variance));
}

/** Subtracts the mean of its group from each value, so that least squares need no columns for the base loads. */
function centred(observations: readonly Observation[], values: readonly number[]): Float64Array {
  const means = groupMeans(observations, values);
  return Float64Array.from(values, (value, index) => value - (means[observations[index]?.group ?? 0] ?? 0));
}

function groupMeans(observations: readonly Observation[], values: readonly number[]): number[] {
  const sums: number[] = [];
  const counts: number[] = [];
  for (const [index, { group }] of observations.entries()) {
    while (sums.length <= group) {
      sums.push(0);
      counts.push(0);
    }
    sums[group] = (sums[group] ?? 0) + (values[index] ?? 0);
    counts[group] = (counts[group] ?? 0) + 1;
  }
  return sums.map((total, group) => total / (counts[group] ?? 0));
}

function dot(one: Float64Array, other: Float64Array): number {
  let total = 0;
  for (let index = 0; index < one.length; index++) total += (one[index] ?? 0) * (other[index] ?? 0);
  return total;
}
