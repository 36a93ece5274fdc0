import type { BaselineMethod, ChangePointForm } from '@app/entities';
import { type Message, say } from '@app/kernel';
import { HOUR_MS, MWH_PER_KWH, toKwh } from '../arithmetic/meter-arithmetic';
import {
  type BaselineDay,
  dayObservation,
  daysExplained,
  hourObservation,
  observationsOf,
  weekdayObservation,
} from './baseline-days';
import {
  autocorrelationOf,
  type ChangePointModel,
  expectedKwh,
  fitChangePoints,
  fitSlopes,
  type ResidualStatistics,
  statisticsOf,
  sum,
} from './change-points';

/** A model of the consumption before a measure. */
export interface BaselineFit {
  method: BaselineMethod;
  model: ChangePointModel;
  /** The statistics of days, hours, or the daily means of months. */
  statistics: ResidualStatistics;
  /** The number of complete days that the model explains. */
  days: number;
  /** The standard error of the root mean square, in percent of the mean energy. */
  cvRmsePercent: number;
  /** The mean error, in percent of the mean energy. */
  nmbePercent: number;
  meetsGuideline14: boolean;
  errors: ErrorModel;
}

/** Why there is no fit. */
export interface MissingFit {
  missing: Message;
}

/** How the energy of a day (of a month for the method of months) deviates from the expected energy. */
interface ErrorModel {
  daysEach: number;
  count: number;
  freedom: number;
  /** The standard error in kWh. */
  sigmaKwh: number;
  autocorrelation: number;
}

/** A baseline has at least nine months, so that it has seen cold and warm weather. */
const LEAST_DAYS = 270;
const LEAST_MONTHS = 9;
const DAYS_PER_MONTH = 365.25 / 12;

/**
 * The bounds of ASHRAE Guideline 14 for CV(RMSE) and NMBE in percent. It has none for days: 25 % is its bound for
 * models of whole buildings whose savings are reported for up to five years, and the bias is that of months.
 */
export const GUIDELINE_14: Record<BaselineMethod, { cvRmse: number; nmbe: number }> = {
  dailyChangePoint: { cvRmse: 25, nmbe: 5 },
  hourlyTimeOfWeek: { cvRmse: 30, nmbe: 10 },
  monthlyDegreeDays: { cvRmse: 15, nmbe: 5 },
};

/** The standard normal deviate that 5 % exceed, for a band of 90 %. */
const NORMAL_90 = 1.6448536;

/**
 * @param days the complete days of the baseline period, in order
 * @param form the form of the model; null for the one with the highest adjusted R²
 */
export function fitBaseline(
  method: BaselineMethod,
  days: readonly BaselineDay[],
  form: ChangePointForm | null = null,
): BaselineFit | MissingFit {
  const observations = observationsOf(method, days);
  if (days.length < LEAST_DAYS)
    return { missing: say('baseline_too_short', { days: days.length, least: LEAST_DAYS }) };
  if (method === 'monthlyDegreeDays' && observations.length < LEAST_MONTHS)
    return { missing: say('baseline_too_few_months', { months: observations.length, least: LEAST_MONTHS }) };
  const isHourly = method === 'hourlyTimeOfWeek';
  const found = fitChangePoints(isHourly ? days.map(weekdayObservation) : observations, form);
  if (found === null) return { missing: say('baseline_of_other_form') };
  const model = isHourly ? fitSlopes(observations, found) : found;
  const statistics = statisticsOf(model, observations);
  const { meanKwh, rmseKwh, biasKwh } = statistics;
  if (meanKwh === 0) return { missing: say('baseline_without_energy') };
  const cvRmsePercent = (100 * rmseKwh) / Math.abs(meanKwh);
  const nmbePercent = (100 * biasKwh) / meanKwh;
  const bounds = GUIDELINE_14[method];
  return {
    method,
    model,
    statistics,
    days: daysExplained(method, days),
    cvRmsePercent,
    nmbePercent,
    meetsGuideline14: cvRmsePercent <= bounds.cvRmse && Math.abs(nmbePercent) <= bounds.nmbe,
    errors: errorModel(method, model, statistics, days),
  };
}

/**
 * The expected energy of a day in whole milliwatt-hours, without adjustments. It is NaN if the baseline has not seen an
 * hour of its week.
 */
export function expectedMwh(
  { method, model }: Pick<BaselineFit, 'method' | 'model'>,
  day: BaselineDay,
): number {
  const kwh =
    method === 'hourlyTimeOfWeek'
      ? sum(day.hours.map((hour) => (expectedKwh(model, hourObservation(hour)) * hour.lengthMs) / HOUR_MS))
      : expectedKwh(model, dayObservation(day));
  return Math.round(kwh * MWH_PER_KWH);
}

/**
 * Returns how far the energy of some days is from the expected energy, in 9 of 10 cases at most. This is the
 * uncertainty of Guideline 14 for residuals that resemble their neighbours. Its factor for the uncertainty of the model
 * is a constant, 1.26; the factor here grows with the number of days, like the refinement by Sun and Baltazar (2013).
 * @param days the number of days that are added up
 */
export function bandKwh(
  { daysEach, count, freedom, sigmaKwh, autocorrelation }: ErrorModel,
  days: number,
): number {
  const added = days / daysEach;
  const effective = (count * (1 - autocorrelation)) / (1 + autocorrelation);
  const variance = sumVariance(added, autocorrelation) * (1 + 2 / effective) * (1 + added / count);
  return studentT90(freedom) * sigmaKwh * Math.sqrt(variance);
}

/** The variance of the sum of values with the variance 1, if each resembles the one before. */
function sumVariance(count: number, autocorrelation: number): number {
  const rest = 1 - autocorrelation;
  return Math.max(
    Math.min(count, 1),
    (count * (1 + autocorrelation)) / rest -
      (2 * autocorrelation * (1 - autocorrelation ** count)) / rest ** 2,
  );
}

/** The errors of hours are those of their days, because errors of hours resemble each other for more than an hour. */
function errorModel(
  method: BaselineMethod,
  model: ChangePointModel,
  { observations, rmseKwh, autocorrelation }: ResidualStatistics,
  days: readonly BaselineDay[],
): ErrorModel {
  const share = Math.max(0, 1 - model.parameters / observations);
  if (method !== 'hourlyTimeOfWeek') {
    const daysEach = method === 'monthlyDegreeDays' ? DAYS_PER_MONTH : 1;
    const freedom = Math.max(1, observations * share);
    return { daysEach, count: observations, freedom, sigmaKwh: rmseKwh * daysEach, autocorrelation };
  }
  const residuals = days.map((day) => toKwh(day.energyMwh - expectedMwh({ method, model }, day)));
  const freedom = Math.max(1, days.length * share);
  return {
    daysEach: 1,
    count: days.length,
    freedom,
    sigmaKwh: Math.sqrt(sum(residuals.map((residual) => residual ** 2)) / freedom),
    autocorrelation: autocorrelationOf(residuals),
  };
}

/** Student's t that 5 % exceed. It is accurate to 0.3 % from 4 degrees of freedom. */
function studentT90(freedom: number): number {
  const z = NORMAL_90;
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
}
