import type { Clock } from '@app/kernel';
import { ObjectType } from '@bacnet-js/client';
import pino from 'pino';
import { BacnetConnection } from '../../apps/bridge/src/bacnet/bacnet-connection';
import { objectOf } from '../../apps/bridge/src/bacnet/objects';
import { ModbusConnection } from '../../apps/bridge/src/modbus/modbus-connection';
import type { Driver, ReadingSink } from '../../apps/bridge/src/serving/driver';
import { BacnetDevice, noCommands } from './bacnet-device';
import type { BacnetNetwork } from './bacnet-network';
import { ModbusDevice } from './modbus-device';
import { TcpRelay } from './tcp-relay';

/** A fault of the network or of the device. `end` repairs a fault that lasts. */
interface Fault {
  begin: () => unknown;
  end?: () => unknown;
}

/** A driver with one device, whose points have the codes `index/address`. */
export interface FaultyPlant {
  driver: Driver & { poll(): Promise<void> };
  faults: Readonly<Record<string, Fault>>;
  set: (address: number, value: number) => void;
  /** How often the device has received a value. */
  timesWritten: (value: number) => number;
  close: () => Promise<void>;
}

export interface PlantOptions {
  addresses: readonly number[];
  /** The address that can be written. */
  level: number;
  network: BacnetNetwork;
  sink: ReadingSink;
  clock: Clock;
}

const SHARED = { name: 'Plant', enabled: true, pollSeconds: 60, timeoutMs: 1000 };
/** Positions in an answer of Modbus TCP. The transaction id has two bytes. */
const TRANSACTION_BYTE = 0;
const UNIT_BYTE = 6;
const logger = pino({ level: 'silent' });

const aPoint = (index: number, address: number) => ({
  code: `${index}/${address}`,
  suffix: String(address),
  name: 'A point',
  unit: '',
  dataType: 'number' as const,
  scale: 1,
  offset: 0,
  writable: true,
});

function inverted(answer: Buffer, at: number): Buffer {
  const changed = Buffer.from(answer);
  changed.writeUInt8(changed.readUInt8(at) ^ 0xff, at);
  return changed;
}

export async function openModbusPlant(
  index: number,
  { addresses, level, sink, clock }: PlantOptions,
): Promise<FaultyPlant> {
  const device = await ModbusDevice.start();
  const relay = await TcpRelay.before(device.url);
  device.registers.set(level, 0);
  const points = [...addresses, level].map((address) => ({
    ...aPoint(index, address),
    table: 'holding' as const,
    address,
    length: 1,
    type: 'uint16' as const,
    order: 'ABCD' as const,
  }));
  const driver = new ModbusConnection(
    {
      ...SHARED,
      protocol: 'modbus-tcp',
      host: '127.0.0.1',
      port: Number(new URL(relay.url).port),
      pauseMs: 0,
      devices: [{ name: `Device ${index}`, unit: 1, mostRegisters: 120, points }],
    },
    sink,
    clock,
    logger,
  );
  return {
    driver,
    set: (address, value) => device.registers.set(address, value),
    timesWritten: (value) => device.written.filter(([, written]) => written === value).length,
    close: async () => {
      await driver.stop();
      await relay.cut();
      await device.turnOff();
    },
    faults: {
      refuses: { begin: () => relay.cut(), end: () => relay.mend() },
      loses: { begin: () => relay.swallow(), end: () => relay.pass() },
      delays: { begin: () => relay.freeze(), end: () => relay.pass() },
      forgets: { begin: () => relay.abandon() },
      resets: { begin: () => relay.cutNextAnswer('reset') },
      falters: { begin: () => relay.cutNextAnswer('silent') },
      answersForAnotherUnit: {
        begin: () => relay.changeNextAnswer((answer) => inverted(answer, UNIT_BYTE)),
      },
      answersAnotherTransaction: {
        begin: () => relay.changeNextAnswer((answer) => inverted(answer, TRANSACTION_BYTE)),
      },
      isOff: { begin: () => device.turnOff(), end: () => device.turnOn() },
      restarts: {
        begin: async () => {
          await device.turnOff();
          await device.turnOn();
        },
      },
    },
  };
}

export async function openBacnetPlant(
  index: number,
  { addresses, level, network, sink, clock }: PlantOptions,
): Promise<FaultyPlant> {
  const instance = 1000 + index;
  const device = await BacnetDevice.start(instance);
  network.devices.push(device);
  const objects = new Map(
    addresses.map((address) => [address, device.add(ObjectType.ANALOG_INPUT, address, 0)]),
  );
  device.add(ObjectType.ANALOG_OUTPUT, level, 0, { commands: noCommands() });
  const points = [...addresses, level].map((address) => {
    const object = `${address === level ? 'analog-output' : 'analog-input'}:${address}`;
    const { objectId, tag } = objectOf(object);
    return { ...aPoint(index, address), object, objectId, tag };
  });
  const driver = new BacnetConnection(
    {
      ...SHARED,
      protocol: 'bacnet-ip',
      broadcast: network.address,
      port: 0,
      priority: 16,
      forcePriority: 8,
      devices: [{ name: `Device ${index}`, prefix: '', instance, subscribe: false, points }],
    },
    sink,
    clock,
    'UTC',
    logger,
  );
  return {
    driver,
    set: (address, value) => {
      const object = objects.get(address);
      if (object) object.value = value;
    },
    timesWritten: (value) => device.written.filter(([, written]) => written === value).length,
    close: async () => {
      await driver.stop();
      device.turnOff();
    },
    faults: {
      losesFrames: { begin: () => (device.lost = 3) },
      delays: { begin: () => device.suspend(), end: () => device.resume() },
      isOff: { begin: () => device.turnOff(), end: () => device.turnOn() },
      moves: { begin: () => device.move() },
      isReplaced: {
        begin: () => {
          // Another device takes its address.
          device.instance = 3_000_000;
          for (const object of objects.values()) object.value = -1;
        },
        end: () => (device.instance = instance),
      },
      answersOneByOne: {
        begin: () => (device.readsMultiple = false),
        end: () => (device.readsMultiple = true),
      },
      isSilentAfterWrites: {
        begin: () => device.unanswered.add('writeProperty'),
        end: () => device.unanswered.clear(),
      },
    },
  };
}
