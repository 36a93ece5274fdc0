// Runs in the full check only: 60 faults of 40 devices take many seconds.
import type { Sample } from '@app/gateway-server';
import { chunksOf, type DomainError, SystemClock } from '@app/kernel';
import fc from 'fast-check';
import { type FaultyPlant, openBacnetPlant, openModbusPlant } from '../factories/faulty-plants';
import { BacnetNetwork } from '../factories/bacnet-network';

const ADDRESSES = [0, 1, 30];
const LEVEL = 40;
const FAULTS_A_ROUND = 10;
const POLLED_AT_ONCE = 50;
/** Each search of a BACnet device reaches all of them. */
const SEARCHED_AT_ONCE = 10;

/** The value of a point in a round. No other point or round has it. */
const valueOf = (device: number, address: number, round: number) =>
  device * 200 + ADDRESSES.indexOf(address) * 50 + round;
/** Written values begin here, as a multiple of the devices. No other point has them. */
const WRITTEN = 50_000;

describe.each([
  ['Modbus', 40, 3, openModbusPlant],
  ['BACnet', 20, 3, openBacnetPlant],
] as const)('the bridge during faults of %s, with %d devices', (_, devices, rounds, openPlant) => {
  const samples = new Map<string, Sample>();
  const invented: string[] = [];
  let round = 0;
  let network: BacnetNetwork;
  let plants: FaultyPlant[];

  function accept(code: string, sample: Sample): void {
    const [device = 0, address = 0] = code.split('/').map(Number);
    const isLevel = address === LEVEL;
    const isOwn = isLevel
      ? sample.value === 0 || Number(sample.value) % devices === device
      : sample.value === valueOf(device, address, round);
    if (!isOwn) invented.push(`${code}: ${sample.value}`);
    samples.set(code, sample);
  }
  function fail(code: string): void {
    const sample = samples.get(code);
    if (sample) samples.set(code, { ...sample, quality: 'bad' });
  }

  beforeAll(async () => {
    network = await BacnetNetwork.start();
    const options = {
      addresses: ADDRESSES,
      level: LEVEL,
      network,
      sink: { accept, fail, keep: () => undefined, alarm: () => undefined, lastMs: () => null },
      clock: new SystemClock(),
    };
    plants = await Promise.all(Array.from({ length: devices }, (_each, index) => openPlant(index, options)));
  });
  afterAll(async () => {
    await Promise.all(plants.map((plant) => plant.close()));
    network.stop();
  });

  const plantAt = (index: number) => plants[index] as FaultyPlant;

  function nextRound(): void {
    round++;
    for (const [index, plant] of plants.entries()) {
      for (const address of ADDRESSES) plant.set(address, valueOf(index, address, round));
    }
  }
  /** Polls in groups, so that a busy machine answers in time: all devices are in this process. */
  const pollAll = async (atOnce = POLLED_AT_ONCE) => {
    for (const group of chunksOf(plants, atOnce)) await Promise.all(group.map(({ driver }) => driver.poll()));
  };
  const badPoints = () => [...samples].filter(([, { quality }]) => quality !== 'good').map(([code]) => code);

  /** Writes a value to each of the devices. Returns the devices whose outcome is wrong. */
  async function writeOnce(indexes: readonly number[]): Promise<number[]> {
    const outcomes = await Promise.all(
      indexes.map(async (index) => {
        const { driver, timesWritten } = plantAt(index);
        // Each device has values of its own.
        const value = WRITTEN + devices * round + index;
        const outcome = await driver.write(`${index}/${LEVEL}`, value).then(
          () => 'confirmed',
          (error: DomainError) => error.code,
        );
        const times = timesWritten(value);
        const isRight = { confirmed: times === 1, not_confirmed: times <= 1 }[outcome] ?? times === 0;
        return isRight ? null : index;
      }),
    );
    return outcomes.filter((index) => index !== null);
  }

  it('the bridge invents no value, confuses no points, writes once, and reads each device with the poll after a fault', async () => {
    const kinds = Object.keys(plantAt(0).faults);
    const faults = fc.uniqueArray(fc.tuple(fc.nat(devices - 1), fc.constantFrom(...kinds)), {
      selector: ([index]) => index,
      minLength: FAULTS_A_ROUND,
      maxLength: FAULTS_A_ROUND,
    });
    const story = fc.array(faults, { minLength: rounds, maxLength: rounds });
    await fc.assert(
      fc.asyncProperty(story, async (strikes) => {
        for (const striking of strikes) {
          nextRound();
          await Promise.all(striking.map(([index, kind]) => plantAt(index).faults[kind]?.begin()));
          const healthy = (striking[0]?.[0] ?? 0) + 1;
          const indexes = [...new Set([...striking.map(([index]) => index), healthy % devices])];
          const [, wrong] = await Promise.all([pollAll(), writeOnce(indexes)]);
          expect(wrong).toEqual([]);
          await Promise.all(striking.map(([index, kind]) => plantAt(index).faults[kind]?.end?.()));
          nextRound();
          await pollAll();
          expect(badPoints()).toEqual([]);
          expect(invented).toEqual([]);
        }
      }),
      { numRuns: 1, endOnFailure: true },
    );
    expect(samples.size).toBe(devices * (ADDRESSES.length + 1));
  });

  it('the bridge reads all devices with the poll after they were off at once', async () => {
    await Promise.all(plants.map(({ faults }) => faults.isOff?.begin()));
    await pollAll();
    expect(badPoints()).toHaveLength(samples.size);
    await Promise.all(plants.map(({ faults }) => faults.isOff?.end?.()));
    nextRound();
    await pollAll(SEARCHED_AT_ONCE);
    expect(badPoints()).toEqual([]);
    expect(invented).toEqual([]);
  });
});
