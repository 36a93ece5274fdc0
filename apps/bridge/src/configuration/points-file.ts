import { parse } from 'csv-parse/sync';
import { edePoints } from '../bacnet/ede';

const NUMBERS = new Set([
  'scale',
  'offset',
  'min',
  'max',
  'step',
  'secondsBetweenWrites',
  'address',
  'length',
  'bit',
  'bits',
  'trendLog',
]);
/** The line with the names of the columns. */
const HEADER = /^.*(suffix|object-type).*$/im;
const SWITCHES: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/**
 * Reads the points of a device from a table or a template. The columns of a table are the fields of a point, or those of
 * an EDE list of BACnet. A template is a JSON object with `points`.
 * @param bytes JSON, or CSV with commas, semicolons or tabs; in UTF-8, UTF-16 or Windows-1252
 * @param instance of a BACnet device
 * @throws Error if the text is neither
 */
export function pointsIn(bytes: Buffer, instance: unknown): object[] {
  const text = textOf(bytes);
  return /^\s*\{/.test(text) ? templatePoints(text) : tablePoints(text, instance);
}

/** Puts the points in `pointsTable`, a text like that of a file, into `points`, where they replace those of the same suffix. */
export function withPointsTables(connections: readonly unknown[]): unknown[] {
  return connections.map((connection) => {
    const { devices } = Object(connection) as { devices?: unknown };
    return Array.isArray(devices)
      ? { ...(connection as object), devices: devices.map(withTable) }
      : connection;
  });
}

function withTable(device: unknown): unknown {
  const { pointsTable, points = [], ...rest } = Object(device) as Record<string, unknown>;
  if (typeof pointsTable !== 'string' || !Array.isArray(points)) return device;
  const added = pointsIn(Buffer.from(pointsTable), rest.instance);
  const suffixes = new Set(added.map(suffixOf));
  return { ...rest, points: [...points.filter((point) => !suffixes.has(suffixOf(point))), ...added] };
}

const suffixOf = (point: unknown) => (Object(point) as { suffix?: unknown }).suffix;

function templatePoints(text: string): object[] {
  const { points } = JSON.parse(text) as { points?: unknown };
  if (!Array.isArray(points)) throw new Error('it is a JSON object without points');
  return points;
}

function tablePoints(text: string, instance: unknown): object[] {
  const header = HEADER.exec(text)?.[0] ?? '';
  const delimiter = [';', '\t'].find((each) => header.includes(each)) ?? ',';
  const rows = parse(text, {
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
  });
  const listed = typeof instance === 'number' ? edePoints(rows, instance) : null;
  if (listed) return listed;
  const [names = [], ...points] = rows;
  return points.map((cells) => {
    const filled = [...cells.entries()].filter(([, cell]) => cell !== '');
    return Object.fromEntries(
      filled.map(([column, cell]) => {
        const name = names[column] ?? `column ${column + 1}`;
        return [name, valueOf(name, cell)];
      }),
    );
  });
}

/** Text that is none of these values stays as it is, so that the check of the field reports it. */
function valueOf(name: string, cell: string): unknown {
  if (NUMBERS.has(name) && !Number.isNaN(Number(cell))) return Number(cell);
  return name === 'writable' ? (SWITCHES.get(cell.toLowerCase()) ?? cell) : cell;
}

function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
