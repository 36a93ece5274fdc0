// Runs in the full check only: 200 faults of 50 devices take half a minute.
import type { Sample } from '@app/gateway-server';
import { SystemClock } from '@app/kernel';
import fc from 'fast-check';
import pino from 'pino';
import type { ModbusPoint } from '../../apps/bridge/src/modbus/modbus.dto';
import { ModbusConnection } from '../../apps/bridge/src/modbus/modbus-connection';
import { ModbusDevice } from '../factories/modbus-device';
import { TcpRelay } from '../factories/tcp-relay';

const DEVICES = 50;
const ADDRESSES = [0, 1, 30];
const LEVEL = 40;
const ROUNDS = 20;
const FAULTS_A_ROUND = 10;

/** Faults of the network and of the device. `end` repairs a fault that lasts. */
const FAULTS: Record<string, { begin: (plant: Plant) => unknown; end?: (plant: Plant) => unknown }> = {
  refuses: { begin: ({ relay }) => relay.cut(), end: ({ relay }) => relay.mend() },
  loses: { begin: ({ relay }) => relay.swallow(), end: ({ relay }) => relay.pass() },
  delays: { begin: ({ relay }) => relay.freeze(), end: ({ relay }) => relay.pass() },
  forgets: { begin: ({ relay }) => relay.abandon() },
  resets: { begin: ({ relay }) => relay.cutNextAnswer('reset') },
  falters: { begin: ({ relay }) => relay.cutNextAnswer('silent') },
  isOff: { begin: ({ device }) => device.turnOff(), end: ({ device }) => device.turnOn() },
  restarts: {
    begin: async ({ device }) => {
      await device.turnOff();
      await device.turnOn();
    },
  },
};

interface Plant {
  device: ModbusDevice;
  relay: TcpRelay;
  connection: ModbusConnection;
  level: ModbusPoint;
}

/** The value of a register in a round. No other register or round has it. */
const valueOf = (device: number, address: number, round: number) =>
  device * 1000 + ADDRESSES.indexOf(address) * 100 + round;

const pointAt = (device: number, address: number): ModbusPoint => ({
  code: `${device}/${address}`,
  suffix: String(address),
  name: 'A register',
  unit: '',
  table: 'holding',
  address,
  length: 1,
  dataType: 'number',
  type: 'uint16',
  order: 'ABCD',
  scale: 1,
  offset: 0,
  writable: true,
});

describe('the bridge during faults', () => {
  const samples = new Map<string, Sample>();
  const invented: string[] = [];
  let round = 0;
  let plants: Plant[];

  function accept(code: string, sample: Sample): void {
    const [device = 0, address = 0] = code.split('/').map(Number);
    const isLevel = address === LEVEL;
    if (!isLevel && sample.value !== valueOf(device, address, round))
      invented.push(`${code}: ${sample.value}`);
    samples.set(code, sample);
  }
  function fail(code: string): void {
    const sample = samples.get(code);
    if (sample) samples.set(code, { ...sample, quality: 'bad' });
  }
  async function openPlant(index: number): Promise<Plant> {
    const device = await ModbusDevice.start();
    const relay = await TcpRelay.before(device.url);
    device.registers.set(LEVEL, 0);
    const points = [...ADDRESSES, LEVEL].map((address) => pointAt(index, address));
    const connection = new ModbusConnection(
      {
        name: 'Board',
        protocol: 'modbus-tcp',
        host: '127.0.0.1',
        port: Number(new URL(relay.url).port),
        enabled: true,
        pollSeconds: 60,
        timeoutMs: 1000,
        pauseMs: 0,
        devices: [{ name: `Device ${index}`, unit: 1, mostRegisters: 120, points }],
      },
      { accept, fail, keep: () => undefined },
      new SystemClock(),
      pino({ level: 'silent' }),
    );
    return { device, relay, connection, level: pointAt(index, LEVEL) };
  }

  beforeAll(async () => {
    plants = await Promise.all(Array.from({ length: DEVICES }, (_, index) => openPlant(index)));
  });
  afterAll(async () => {
    await Promise.all(
      plants.map(async ({ device, relay, connection }) => {
        await connection.stop();
        await relay.cut();
        await device.turnOff();
      }),
    );
  });

  function nextRound(): void {
    round++;
    for (const [index, { device }] of plants.entries()) {
      for (const address of ADDRESSES) device.registers.set(address, valueOf(index, address, round));
    }
  }
  const pollAll = () => Promise.all(plants.map(({ connection }) => connection.poll()));
  const badPoints = () => [...samples].filter(([, { quality }]) => quality !== 'good').map(([code]) => code);

  /** Writes a value to each of the devices. Returns the devices whose outcome is wrong. */
  async function writeOnce(indexes: readonly number[]): Promise<number[]> {
    const value = 10_000 + round;
    const outcomes = await Promise.all(
      indexes.map(async (index) => {
        const { connection, level, device } = plants[index] as Plant;
        const isConfirmed = await connection.write(level.code, value).then(
          () => true,
          () => false,
        );
        const times = device.written.filter(([, written]) => written === value).length;
        return times > 1 || (isConfirmed && times !== 1) ? index : null;
      }),
    );
    return outcomes.filter((index) => index !== null);
  }

  it('the bridge invents no value, confuses no points, writes once, and reads each device with the poll after a fault', async () => {
    const fault = fc.constantFrom(...Object.keys(FAULTS));
    const faults = fc.uniqueArray(fc.tuple(fc.nat(DEVICES - 1), fault), {
      selector: ([index]) => index,
      minLength: FAULTS_A_ROUND,
      maxLength: FAULTS_A_ROUND,
    });
    const story = fc.array(faults, { minLength: ROUNDS, maxLength: ROUNDS });
    await fc.assert(
      fc.asyncProperty(story, async (rounds) => {
        for (const striking of rounds) {
          nextRound();
          await Promise.all(striking.map(([index, name]) => FAULTS[name]?.begin(plants[index] as Plant)));
          const healthy = (striking[0]?.[0] ?? 0) + 1;
          const indexes = [...new Set([...striking.map(([index]) => index), healthy % DEVICES])];
          const [, wrong] = await Promise.all([pollAll(), writeOnce(indexes)]);
          expect(wrong).toEqual([]);
          await Promise.all(striking.map(([index, name]) => FAULTS[name]?.end?.(plants[index] as Plant)));
          nextRound();
          await pollAll();
          expect(badPoints()).toEqual([]);
          expect(invented).toEqual([]);
        }
      }),
      { numRuns: 1, endOnFailure: true },
    );
  });
});
