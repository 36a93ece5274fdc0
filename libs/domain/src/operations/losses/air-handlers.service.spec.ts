import type { AirHandler } from '@app/entities';
import type { GatewaySample } from '@app/gateway-client';
import fc from 'fast-check';
import { AirHandlersService } from './air-handlers.service';
import { AIR_STEP_MS } from './air-rules';

const STEPS = 12;
const startMs = Date.parse('2026-02-28T23:30Z');
const range = { startMs, endMs: startMs + STEPS * AIR_STEP_MS };
const unit: AirHandler = {
  name: 'Unit',
  areaId: 1,
  points: { supplyTemperature: 'SAT', fanStatus: 'FAN' },
  minDamperPercent: 20,
};

async function stepsOf(values: GatewaySample[]) {
  const history = () => Promise.resolve([{ code: 'SAT', values }]);
  const service = new AirHandlersService({} as never, {} as never, { history } as never);
  const samples = await service.samples(unit, ['supplyTemperature'], range);
  return [...(samples.values.supplyTemperature ?? [])];
}
const sampleAt = (atMs: number, value: unknown, quality: GatewaySample['quality'] = 'good') => ({
  timestamp: new Date(atMs).toISOString(),
  value,
  quality,
});

const stepAt = (atMs: number) => Math.floor((atMs - startMs) / AIR_STEP_MS);
const at = (step: number) => startMs + step * AIR_STEP_MS + 59_999;

describe('the values of air handling units', () => {
  it('are the means of the steps', async () => {
    const instants = fc.integer({ min: startMs, max: range.endMs - 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(instants, fc.integer({ min: -50, max: 50 }))), async (samples) => {
        const steps = await stepsOf(samples.map(([atMs, value]) => sampleAt(atMs, value)));
        const means = steps.map((_, step) => {
          const ofStep = samples.flatMap(([atMs, value]) => (stepAt(atMs) === step ? [value] : []));
          return ofStep.length > 0 ? ofStep.reduce((sum, value) => sum + value, 0) / ofStep.length : null;
        });
        expect(steps.map((mean, step) => (means[step] === null ? null : mean))).toEqual(means);
      }),
    );
  });

  it('last for half an hour, and those of bad quality, texts and those outside the range do not count', async () => {
    const steps = await stepsOf([
      sampleAt(startMs - 1, 50),
      sampleAt(at(1), 20),
      sampleAt(at(2), 99, 'bad'),
      sampleAt(at(3), 'off'),
      sampleAt(at(4), null),
      sampleAt(at(11), true),
      sampleAt(range.endMs, 50),
    ]);
    const [unknown, kept] = [Number.NaN, 20];
    expect(steps).toEqual([unknown, ...Array.from({ length: 7 }, () => kept), unknown, unknown, unknown, 1]);
  });
});
