import type { ModbusPoint } from './modbus.dto';
import { isBitTable } from './read-plan';
import { REGISTERS_OF } from './registers';

const LARGEST_ADDRESS = 65_535;

/** Generates the problems of a point whose fields do not fit together. */
export function* registerRules(point: ModbusPoint): Generator<string> {
  const { table, type, order, bit, bits, absent, writable, length, address } = point;
  if (type !== 'string' && length !== REGISTERS_OF[type]) yield 'has a length, which only a string has';
  if (type === 'string' && writable) yield 'is a text, which cannot be written';
  if (type === 'string' && !['ABCD', 'BADC'].includes(order))
    yield 'is a text, so its order must be ABCD or BADC';
  if (isBitTable(table)) {
    if (type !== 'bool') yield `is in the table ${table}, so its type must be bool`;
    if (bit !== undefined || bits !== undefined || absent !== undefined)
      yield `is in the table ${table}, so it has no bit or absent`;
  } else {
    const isField = bits !== undefined;
    if (isField && type !== 'uint16') yield 'has bits, so its type must be uint16';
    if ((type === 'bool' || isField) !== (bit !== undefined))
      yield 'needs a bit if its type is bool or if it has bits, and only then';
    if ((bit ?? 0) + (bits ?? 1) > 16) yield 'ends after the last bit of the register';
    if (absent !== undefined && absent.length !== length * 4) yield `needs ${length * 4} digits in absent`;
  }
  if (address + length - 1 > LARGEST_ADDRESS) yield `ends after the address ${LARGEST_ADDRESS}`;
  if (!writable) return;
  if (table === 'input' || table === 'discrete') yield `is in the table ${table}, which cannot be written`;
  if (bit !== undefined) yield 'is a bit of a register, which cannot be written';
}
