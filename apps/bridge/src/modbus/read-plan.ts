import type { ModbusPoint, RegisterTable } from './modbus.dto';

/** Registers that are read by one request. */
export interface Block {
  table: RegisterTable;
  address: number;
  /** Number of registers, or of bits in `coil` and `discrete`. */
  length: number;
  points: ModbusPoint[];
}

/** The protocol allows 2000 bits in a request. */
const MOST_BITS = 2000;
/** Reading a few unused registers is faster than another request. */
const MOST_UNUSED = 8;

/**
 * Groups the points of a device into as few requests as possible.
 * @param mostRegisters how many registers the device returns at once
 * @param mostUnused how many registers without a point a block may contain in a row
 */
export function readPlan(
  points: readonly ModbusPoint[],
  mostRegisters: number,
  mostUnused = MOST_UNUSED,
): Block[] {
  const blocks: Block[] = [];
  for (const point of points.toSorted((a, b) => a.table.localeCompare(b.table) || a.address - b.address)) {
    const block = blocks.at(-1);
    const most = isBitTable(point.table) ? MOST_BITS : mostRegisters;
    if (block?.table === point.table && fits(block, point, most, mostUnused)) {
      block.length = Math.max(block.length, point.address + point.length - block.address);
      block.points.push(point);
    } else blocks.push(blockOf(point));
  }
  return blocks;
}

/**
 * Divides a block that the device refuses because of some of its registers: at unused registers, or into one block for
 * each point.
 */
export function divide({ points, length }: Block): Block[] {
  const parts = readPlan(points, length, 0);
  return parts.length > 1 ? parts : points.map(blockOf);
}

export const isBitTable = (table: RegisterTable) => table === 'coil' || table === 'discrete';

function blockOf(point: ModbusPoint): Block {
  const { table, address, length } = point;
  return { table, address, length, points: [point] };
}

function fits(block: Block, { address, length }: ModbusPoint, most: number, mostUnused: number): boolean {
  const unused = address - (block.address + block.length);
  return unused <= mostUnused && address + length - block.address <= most;
}
