import { LocalCalendar } from '@app/gateway-server';
import { DomainError } from '@app/kernel';
import { Building } from '../model/building';
import { INTERLOCKS } from '../model/interlocks';
import { ModelSeries } from './model-series';
import { PointStore } from './point-store';
import { PointWriter } from './point-writer';

const NOW_MS = Date.parse('2015-11-20T14:07:12Z');
const FAN = 'AHU1.FAN.CMD';

function aWriter(): { store: PointStore; writer: PointWriter } {
  const building = new Building(1, new LocalCalendar('Europe/London'));
  const store = new PointStore(building.calendar);
  for (const point of building.points) store.add(new ModelSeries(point, store.read));
  return { store, writer: new PointWriter(store, INTERLOCKS) };
}

function refusal(write: () => void): DomainError {
  try {
    write();
  } catch (error) {
    if (error instanceof DomainError) return error;
  }
  throw new Error('The write was not refused.');
}

describe('PointWriter', () => {
  it.each(['AHU1.FIRE_DAMPER.CLOSED', 'AHU1.FROST.TRIPPED', 'AHU1.MAINTENANCE.LOCKOUT'])(
    'starts the fan only with a forced write while %s is true',
    (code) => {
      const { store, writer } = aWriter();
      writer.set(FAN, false, NOW_MS);
      store.write(code, true, NOW_MS);
      expect(refusal(() => writer.set(FAN, true, NOW_MS))).toMatchObject({
        kind: 'forbidden',
        code: 'interlock',
      });
      expect(store.read(FAN, NOW_MS)).toBe(false);
      writer.forceSet(FAN, true, NOW_MS);
      expect(store.read('AHU1.FAN.STATUS', NOW_MS + 60_000)).toBe(true);
    },
  );

  it('restores the value that a point had before its first forced write when the point is released', () => {
    const { store, writer } = aWriter();
    writer.set(FAN, false, NOW_MS);
    writer.forceSet(FAN, true, NOW_MS + 1);
    writer.forceSet(FAN, true, NOW_MS + 2);
    writer.release(FAN, NOW_MS + 3);
    expect(store.read(FAN, NOW_MS + 3)).toBe(false);
    writer.set(FAN, true, NOW_MS + 4);
    writer.release(FAN, NOW_MS + 5);
    expect(store.read(FAN, NOW_MS + 5)).toBe(true);
    expect(refusal(() => writer.release('NOPE', NOW_MS)).kind).toBe('not_found');
  });

  it('keeps a value that was set after the forced write when the point is released', () => {
    const { store, writer } = aWriter();
    writer.set(FAN, false, NOW_MS);
    writer.forceSet(FAN, false, NOW_MS + 1);
    writer.set(FAN, true, NOW_MS + 2);
    writer.release(FAN, NOW_MS + 3);
    expect(store.read(FAN, NOW_MS + 3)).toBe(true);
  });

  it('stops the fan even while an interlock prevents its start', () => {
    const { store, writer } = aWriter();
    store.write('AHU1.FIRE_DAMPER.CLOSED', true, NOW_MS);
    writer.set(FAN, false, NOW_MS);
    expect(store.read(FAN, NOW_MS)).toBe(false);
  });

  it.each([
    ['NOPE', 1, 'not_found'],
    ['F1.ELEC.POWER', 1, 'invalid'],
    ['F1.EAST.LIGHT.SWITCH', 1, 'invalid'],
    ['F1.EAST.LIGHT.SWITCH', 'true', 'invalid'],
    ['F1.EAST.LIGHT.LEVEL', '50', 'invalid'],
    ['F1.EAST.LIGHT.LEVEL', -1, 'invalid'],
    ['F1.EAST.LIGHT.LEVEL', 101, 'invalid'],
    ['F1.EAST.LIGHT.LEVEL', Infinity, 'invalid'],
    ['F1.EAST.LIGHT.LEVEL', { nested: 1 }, 'invalid'],
    ['AHU1.HEATING.VALVE', 20.5, 'invalid'],
  ])('refuses a write to %s with the value %p, even if it is forced', (code, value, kind) => {
    const { writer } = aWriter();
    expect(refusal(() => writer.set(code, value, NOW_MS)).kind).toBe(kind);
    expect(refusal(() => writer.forceSet(code, value, NOW_MS)).kind).toBe(kind);
  });
});
