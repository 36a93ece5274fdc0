import { once } from 'node:events';
import type { Server } from 'node:net';
import { ServerTCP } from 'modbus-serial';
import { freePort } from '../servers/test-server';

const ILLEGAL_ADDRESS = { modbusErrorCode: 2 };
const ILLEGAL_VALUE = { modbusErrorCode: 3 };

/** A device that serves its registers over Modbus TCP. It refuses registers that it does not have. */
export class ModbusDevice {
  /** The holding registers and the input registers, by address. */
  readonly registers = new Map<number, number>();
  /** The coils and the discrete inputs. */
  readonly coils = new Map<number, boolean>();
  /** The device answers each read with this exception. */
  exception: number | null = null;
  /** The device refuses to write larger numbers. */
  largestValue = 65_535;
  /** The device closes further connections at once. */
  mostConnections = Infinity;
  /** The successful writes. */
  readonly written: [address: number, value: number | boolean][] = [];
  /** The unit ids of all requests. */
  readonly units = new Set<number>();
  private server: ServerTCP | undefined;

  private constructor(readonly port: number) {}

  static async start(): Promise<ModbusDevice> {
    const device = new ModbusDevice(await freePort());
    await device.turnOn();
    return device;
  }

  get url(): string {
    return `tcp://127.0.0.1:${this.port}`;
  }

  /** Sets registers from an address on. @param hex four digits for each register */
  set(address: number, hex: string): void {
    for (const [index, digits] of (hex.match(/.{4}/g) ?? []).entries())
      this.registers.set(address + index, Number.parseInt(digits, 16));
  }

  async turnOn(): Promise<void> {
    const register = (address: number, unit: number) => this.at(this.registers, address, unit);
    const coil = (address: number, unit: number) => this.at(this.coils, address, unit);
    this.server = new ServerTCP(
      {
        getHoldingRegister: register,
        getInputRegister: register,
        getCoil: coil,
        getDiscreteInput: coil,
        setRegister: (address: number, value: number) => this.write(this.registers, address, value),
        setCoil: (address: number, value: boolean) => this.write(this.coils, address, value),
      },
      { host: '127.0.0.1', port: this.port },
    );
    await once(this.server, 'initialized');
    // The library does not show its server.
    const { _server: server } = this.server as unknown as { _server: Server };
    server.maxConnections = this.mostConnections;
  }

  async turnOff(): Promise<void> {
    await new Promise<void>((resolve) => this.server?.close(() => resolve()));
  }

  private at<T>(values: ReadonlyMap<number, T>, address: number, unit: number): T {
    this.units.add(unit);
    const value = values.get(address);
    if (this.exception !== null) throw { modbusErrorCode: this.exception } as unknown as Error;
    if (value === undefined) throw ILLEGAL_ADDRESS;
    return value;
  }

  private write<T extends number | boolean>(values: Map<number, T>, address: number, value: T): void {
    if (!values.has(address)) throw ILLEGAL_ADDRESS;
    if (Number(value) > this.largestValue) throw ILLEGAL_VALUE;
    values.set(address, value);
    this.written.push([address, value]);
  }
}
