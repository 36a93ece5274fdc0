import type { Value } from '@app/gateway-server';
import { DomainError } from '@app/kernel';
import pino from 'pino';
import type { BridgePoint } from '../configuration/configuration.dto';
import type { BridgePoints } from './bridge-points';
import { DeviceWriter } from './device-writer';
import { type Driver, notConfirmed, notSent } from './driver';

const CODE = 'HEAT.SETPOINT';
const LIMITS = { min: 15, max: 40, step: 0.5 };
const TOO_EARLY = { kind: 'forbidden', code: 'interlock' };

describe('the rules of writes to a device', () => {
  let written: Value[];
  let failure: DomainError | null;
  let writer: DeviceWriter;

  beforeEach(() => {
    jest.useFakeTimers();
    written = [];
    failure = null;
    const definition = { code: CODE, dataType: 'number', writable: true, ...LIMITS };
    const points = { find: () => definition, known: () => ({ value: 20 }) };
    const write = async (_code: string, value: Value) => {
      if (failure) throw failure;
      written.push(value);
    };
    const target = {
      point: { code: CODE, secondsBetweenWrites: 600, lowestRole: 'operator' } as BridgePoint,
      driver: { write } as unknown as Driver,
    };
    const store = { saveForced: () => Promise.resolve(), deleteForced: () => Promise.resolve() };
    writer = new DeviceWriter(
      points as unknown as BridgePoints,
      new Map([[CODE, target]]),
      store,
      new Map(),
      new Map(),
      pino({ level: 'silent' }),
    );
  });
  afterEach(() => jest.useRealTimers());

  const set = (value: unknown) => writer.set(CODE, value, 0, 'operator');

  it('a second write is refused until the time between writes has passed', async () => {
    await set(20);
    jest.advanceTimersByTime(599_000);
    await expect(set(21)).rejects.toMatchObject({
      ...TOO_EARLY,
      message: `The point ${CODE} may be written again in 1 s.`,
    });
    jest.advanceTimersByTime(1000);
    await set(21);
    expect(written).toEqual([20, 21]);
  });

  it('a value that is out of range or off step is refused, and does not begin the time between writes', async () => {
    for (const value of [14.5, 40.5, 20.25])
      await expect(set(value)).rejects.toMatchObject({ kind: 'invalid' });
    await set(20.5);
    expect(written).toEqual([20.5]);
  });

  it('only a write that may have reached the device begins the time between writes', async () => {
    failure = notSent(CODE, 'there is no connection');
    await expect(set(20)).rejects.toBe(failure);
    failure = DomainError.invalid('The device does not accept this value.');
    await expect(set(20)).rejects.toBe(failure);
    failure = notConfirmed(CODE, 'there is no answer');
    await expect(set(20)).rejects.toBe(failure);
    failure = null;
    await expect(set(20)).rejects.toMatchObject(TOO_EARLY);
  });

  it('a role that is too low is refused', async () => {
    await expect(writer.set(CODE, 20, 0, 'viewer')).rejects.toMatchObject({ code: 'interlock' });
    expect(written).toEqual([]);
  });

  it('a forced value is not delayed, but must be in range and on step', async () => {
    await set(20);
    await writer.forceSet(CODE, 25);
    for (const value of [41, 25.1])
      await expect(writer.forceSet(CODE, value)).rejects.toMatchObject({ kind: 'invalid' });
    await writer.release(CODE);
    expect(written).toEqual([20, 25, 20]);
    await expect(set(21)).rejects.toMatchObject(TOO_EARLY);
  });
});
