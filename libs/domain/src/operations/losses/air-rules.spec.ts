import { AIR_RULES, type AirHandler, type AirRole, type AirRule } from '@app/entities';
import { AIR_STEP_MS, judgeAirHandler, rolesOf } from './air-rules';

const STEPS = 288;
const POINTS: Record<AirRole, string> = {
  supplyTemperature: 'SAT',
  supplySetpoint: 'SATSP',
  mixedTemperature: 'MAT',
  returnTemperature: 'RAT',
  outdoorTemperature: 'OAT',
  fanStatus: 'FAN',
  fanSpeed: 'SPEED',
  heatingValve: 'HC',
  coolingValve: 'CC',
  outdoorDamper: 'OAD',
  ductPressure: 'DSP',
  ductPressureSetpoint: 'DSPSP',
};
const UNIT: AirHandler = {
  name: 'AHU 1',
  areaId: 1,
  points: POINTS,
  minDamperPercent: 20,
  airflowM3PerHour: 10_000,
};

const SENSORS = ['supplyTemperature', 'mixedTemperature', 'returnTemperature', 'outdoorTemperature'] as const;

type Values = Partial<Record<AirRole, number>>;
/** A unit without faults, in each of its operating states. */
const HEATING: Values = {
  supplyTemperature: 20,
  supplySetpoint: 20,
  mixedTemperature: 15,
  returnTemperature: 21,
  outdoorTemperature: 0,
  fanStatus: 1,
  fanSpeed: 70,
  heatingValve: 40,
  coolingValve: 0,
  outdoorDamper: 20,
  ductPressure: 250,
  ductPressureSetpoint: 250,
};
const FREE: Values = {
  ...HEATING,
  heatingValve: 0,
  outdoorDamper: 60,
  supplyTemperature: 16,
  outdoorTemperature: 10,
  supplySetpoint: 16,
};
const FULL_FREE: Values = {
  ...FREE,
  outdoorDamper: 100,
  coolingValve: 30,
  mixedTemperature: 18,
  outdoorTemperature: 18,
};
const COOLING: Values = { ...FULL_FREE, outdoorDamper: 20, outdoorTemperature: 30, mixedTemperature: 24 };

function samplesOf(values: Values, change: (step: number) => Values = () => ({})) {
  const roles = Object.keys(POINTS) as AirRole[];
  const steps = Array.from({ length: STEPS }, (_, step): Values => ({ ...values, ...change(step) }));
  return {
    startMs: Date.parse('2026-11-23T23:00Z'),
    values: Object.fromEntries(
      roles.map((role) => [role, Float64Array.from(steps, (one) => one[role] ?? Number.NaN)]),
    ),
  };
}

const judge = (rule: AirRule, values: Values, change?: (step: number) => Values, unit = UNIT) =>
  judgeAirHandler(rule, unit, samplesOf(values, change), { from: 0, to: STEPS }, 2);

/** The mixed air is cold for 25 minutes of each hour, for half of the first five hours, or for less than two hours. */
const coldForFiveSteps = (step: number): Values => ({ mixedTemperature: step % 12 < 5 ? 10 : 24 });
const coldForSixSteps = (step: number): Values => ({
  mixedTemperature: step % 12 < 6 && step < 60 ? 10 : 24,
});
const coldAtFirst = (step: number): Values => ({ mixedTemperature: step < 23 ? 10 : 24 });
const changingOften = (step: number): Values =>
  step > 100 && step < 160 && step % 2 === 0 ? { heatingValve: 50, coolingValve: 0 } : {};
const changingSeldom = (step: number): Values =>
  Math.floor(step / 6) % 2 === 0 ? { heatingValve: 50, coolingValve: 0 } : {};

const drifts = (step: number): Values => ({
  supplyTemperature: 20 + step / 100,
  mixedTemperature: 15 + step / 100,
  returnTemperature: Number.NaN,
  outdoorTemperature: step / 100,
});

describe('the rules of air handling units', () => {
  it.each([
    ['heating', HEATING],
    ['free cooling', FREE],
    ['free cooling with the damper open', FULL_FREE],
    ['mechanical cooling', COOLING],
  ])('find nothing in a unit without faults, while %s', (_, values) => {
    // The values of real sensors are never the same for hours.
    const varied = (step: number): Values =>
      Object.fromEntries(SENSORS.map((role) => [role, (values[role] ?? 0) + (step % 7) / 1000]));
    for (const rule of AIR_RULES)
      expect([rule, judge(rule, values, varied)]).toEqual([
        rule,
        { pointCode: 'SAT', loss: null, reason: null },
      ]);
  });

  it.each<[AirRule, Values, number]>([
    ['air_pressure_low', { ...COOLING, fanSpeed: 95, ductPressure: 220 }, 5],
    ['air_mixed_cold', { ...COOLING, mixedTemperature: 15 }, 2],
    ['air_mixed_warm', { ...HEATING, mixedTemperature: 27 }, 2],
    ['air_heating_no_effect', { ...HEATING, supplyTemperature: 11 }, 1],
    ['air_heating_weak', { ...HEATING, heatingValve: 100, supplyTemperature: 17 }, 2],
    ['air_economizer_differs', { ...FREE, mixedTemperature: 10 }, 5 - Math.sqrt(10)],
    ['air_free_cooling_warm', { ...FREE, outdoorTemperature: 19 }, 2],
    ['air_damper_not_open', { ...FULL_FREE, mixedTemperature: 23 }, 5 - Math.sqrt(10)],
    ['air_cooling_cold', { ...FULL_FREE, outdoorTemperature: 11 }, 2],
    ['air_cooling_no_effect', { ...COOLING, supplyTemperature: 30 }, 1],
    ['air_cooling_weak', { ...COOLING, coolingValve: 100, supplyTemperature: 19 }, 2],
    ['air_heats_and_cools', { ...COOLING, heatingValve: 10 }, 8],
  ])('%s is found', (rule, values, excess) => {
    // The first half hour of a state, and after the start of the fan, does not count.
    const { loss, reason } = judge(rule, values);
    expect([reason, loss?.evidence]).toEqual([
      null,
      [
        { code: 'faultHours', value: 23.5 },
        { code: 'runHours', value: 24 },
        { code: 'excess', value: Math.round(excess * 10) / 10 },
      ],
    ]);
  });

  it('estimate the energy from the excess and the air flow', () => {
    const { loss } = judge('air_heating_weak', { ...HEATING, heatingValve: 100, supplyTemperature: 17 });
    // 2 K × 10,000 m³/h × 1.2 kg/m³ × 1.006 kJ/(kg K) for 23.5 hours a day
    expect(loss?.kwhPerMonth).toBeCloseTo(((2 * 10_000 * 1.2 * 1.006) / 3600) * 23.5 * (365.25 / 12), 1);
    expect([loss?.energyType, loss?.hoursMs.length]).toEqual(['heating', 24]);
    const { airflowM3PerHour: _, ...unit } = UNIT;
    const unknown = judge(
      'air_heating_weak',
      { ...HEATING, heatingValve: 100, supplyTemperature: 17 },
      undefined,
      unit,
    );
    expect(unknown.loss).toMatchObject({ kwhPerMonth: 0, hoursMs: [] });
  });

  it('count faults that last for half an hour, until the limit', () => {
    expect(judge('air_mixed_cold', COOLING, coldForFiveSteps).loss).toBeNull();
    expect(judge('air_mixed_cold', COOLING, coldForSixSteps).loss?.evidence[0]).toEqual({
      code: 'faultHours',
      value: 2,
    });
    expect(judge('air_mixed_cold', COOLING, coldAtFirst).loss).toBeNull();
  });

  it('find hunting between the states', () => {
    const { loss } = judge('air_hunting', COOLING, changingOften);
    expect(loss?.kwhPerMonth).toBe(0);
    expect(loss?.evidence[2]?.value).toBeGreaterThan(7);
    expect(judge('air_hunting', COOLING, changingSeldom)).toMatchObject({ loss: null, reason: null });
  });

  it('find a sensor whose value stays the same for 12 hours, but not one that changes or is unknown', () => {
    expect(judge('air_sensor_frozen', HEATING, drifts)).toMatchObject({ loss: null, reason: null });
    const stuck = (step: number) => ({ ...drifts(step), mixedTemperature: 15 + Math.min(step, 100) / 100 });
    // The value is the same in the last 188 steps, and counts after 144 of them.
    expect(judge('air_sensor_frozen', HEATING, stuck).loss).toMatchObject({
      kwhPerMonth: 0,
      evidence: [{ code: 'faultHours', value: 3.7 }, { code: 'runHours', value: 24 }, { code: 'excess' }],
    });
  });

  it.each(AIR_RULES)(
    '%s cannot judge without its points, without their values, and while the fan is off',
    (rule) => {
      const bare = { ...UNIT, points: { fanStatus: 'FAN' } as AirHandler['points'] };
      expect(judge(rule, COOLING, undefined, bare).reason?.code).toBe('air_points_missing');
      expect(judge(rule, { fanStatus: 1 }).reason?.code).toBe('air_values_missing');
      expect(judge(rule, { ...COOLING, fanStatus: 0 }).reason?.code).toBe('air_not_running');
      const unread = judge(rule, { ...COOLING, fanStatus: Number.NaN });
      expect(unread.reason).toMatchObject({ code: 'air_values_missing', values: { points: 'fanStatus' } });
    },
  );

  it.each<[AirRule, AirRole[]]>([
    ['air_mixed_cold', ['fanStatus', 'mixedTemperature', 'returnTemperature', 'outdoorTemperature']],
    ['air_heats_and_cools', ['fanStatus', 'heatingValve', 'coolingValve']],
    ['air_sensor_frozen', ['fanStatus', ...SENSORS]],
    ['air_hunting', ['fanStatus', 'heatingValve', 'coolingValve', 'outdoorDamper']],
    [
      'air_damper_not_open',
      [
        'fanStatus',
        'outdoorTemperature',
        'mixedTemperature',
        'coolingValve',
        'outdoorDamper',
        'heatingValve',
      ],
    ],
  ])('%s reads only the points that it needs', (rule, roles) => {
    expect(rolesOf([rule], UNIT)).toEqual(roles);
  });

  it.each(AIR_RULES)('%s has the same result with only the points that it reads', (rule) => {
    const read = rolesOf([rule], UNIT);
    const others = (Object.keys(POINTS) as AirRole[]).filter((role) => !read.includes(role));
    const unread = Object.fromEntries(others.map((role) => [role, Number.NaN]));
    for (const values of [HEATING, FREE, FULL_FREE, COOLING])
      for (const fault of [{}, { mixedTemperature: 40 }, { mixedTemperature: -20, heatingValve: 100 }])
        expect(judge(rule, { ...values, ...fault, ...unread })).toEqual(judge(rule, { ...values, ...fault }));
  });

  it('have steps of five minutes', () => expect(AIR_STEP_MS * STEPS).toBe(86_400_000));
});
