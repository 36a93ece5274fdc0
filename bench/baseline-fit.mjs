/**
 * Benchmarks the fit of baselines to a year of hours, on one core and without a database. Baseline: one bare least squares
 * with the known balance points, so the ratio is the cost of finding the form and the balance points.
 */
import 'reflect-metadata';
import { built } from './built.mjs';
import { format, inRounds, median, medianRatio } from './rounds.mjs';
import { runBenchmark } from './scope.mjs';

const { fitBaseline } = built('libs/domain/src/metering/baselines/baseline-fit.js');

const HOUR_MS = 3_600_000;
const FIRST_MS = Date.parse('2025-01-01T00:00Z');
const HOURS_PER_WEEK = 168;
const [HEATING_C, COOLING_C] = [7, 15];
const WARM_UP = 10;
const ROUNDS = 15;
const AIM_MS = 200;

await runBenchmark(async () => {
  const days = Array.from({ length: 365 }, (_, day) => dayOf(day));
  const hours = days.flatMap((day) => day.hours);
  const fits = {
    daily: () => fitBaseline('dailyChangePoint', days),
    hourly: () => fitBaseline('hourlyTimeOfWeek', days),
    bare: () => bareFit(hours),
  };
  const { model } = fits.hourly();
  if (model.heatingBalanceC !== HEATING_C || model.coolingBalanceC !== COOLING_C)
    throw new Error(`Wrong balance points: ${model.heatingBalanceC} and ${model.coolingBalanceC} °C.`);
  for (let time = 0; time < WARM_UP; time++) for (const fit of Object.values(fits)) fit();
  const { daily, hourly, bare } = await inRounds(ROUNDS, {
    daily: () => durationMs(fits.daily),
    hourly: () => durationMs(fits.hourly),
    bare: () => durationMs(fits.bare),
  });
  for (const [name, figures] of Object.entries({ dailyChangePoint: daily, hourlyTimeOfWeek: hourly })) {
    console.log(
      `${name}, a year: ${format(median(figures))} ms (aim ${AIM_MS}); bare least squares ` +
        `${format(median(bare))} ms: ${format(medianRatio(figures, bare))} times`,
    );
  }
});

/** A day of a building that heats in the cold, cools in the heat, and uses less energy at the weekend. */
function dayOf(day) {
  const startMs = FIRST_MS + day * 24 * HOUR_MS;
  const weekday = (new Date(startMs).getUTCDay() + 6) % 7;
  const hours = Array.from({ length: 24 }, (_, hour) => {
    const temperatureC =
      11 -
      10 * Math.cos((2 * Math.PI * day) / 365) +
      3 * Math.sin(day * 1.7) -
      2 * Math.cos((Math.PI * hour) / 12);
    const noise = Math.sin(day * 24 + hour) / 10;
    const kwh =
      (weekday < 5 ? 5 : 3) +
      0.5 * Math.max(0, HEATING_C - temperatureC) +
      0.25 * Math.max(0, temperatureC - COOLING_C) +
      noise;
    return {
      hourOfWeek: weekday * 24 + hour,
      lengthMs: HOUR_MS,
      energyMwh: Math.round(kwh * 1e6),
      temperatureC,
    };
  });
  return {
    date: new Date(startMs).toISOString().slice(0, 10),
    startMs,
    endMs: startMs + 24 * HOUR_MS,
    energyMwh: hours.reduce((sum, { energyMwh }) => sum + energyMwh, 0),
    adjustmentMwh: 0,
    hours,
  };
}

/** Fits both slopes and a base load for each hour of the week. Base loads are removed by subtracting means. */
function bareFit(hours) {
  const columns = [
    ({ temperatureC }) => Math.max(0, HEATING_C - temperatureC),
    ({ temperatureC }) => Math.max(0, temperatureC - COOLING_C),
    ({ energyMwh }) => energyMwh / 1e6,
  ].map((valueOf) => centred(hours, valueOf));
  const [hh, hc, he, cc, ce] = [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 1],
    [1, 2],
  ].map(([one, other]) => dot(columns[one], columns[other]));
  const determinant = hh * cc - hc * hc;
  return [(he * cc - ce * hc) / determinant, (ce * hh - he * hc) / determinant];
}

function centred(hours, valueOf) {
  const sums = new Float64Array(HOURS_PER_WEEK);
  const counts = new Float64Array(HOURS_PER_WEEK);
  const values = Float64Array.from(hours, valueOf);
  for (const [index, { hourOfWeek }] of hours.entries()) {
    sums[hourOfWeek] += values[index];
    counts[hourOfWeek]++;
  }
  return values.map(
    (value, index) => value - sums[hours[index].hourOfWeek] / counts[hours[index].hourOfWeek],
  );
}

function dot(one, other) {
  let total = 0;
  for (let index = 0; index < one.length; index++) total += one[index] * other[index];
  return total;
}

function durationMs(work) {
  const startMs = performance.now();
  work();
  return performance.now() - startMs;
}
