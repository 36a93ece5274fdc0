import type { Readable } from 'node:stream';
import { DomainError, type Message, say } from '@app/kernel';
import { SaxesParser } from 'saxes';
import { isCountable, type MeterArithmetic } from '../arithmetic/meter-arithmetic';
import { decodedPieces } from './csv-lines';
import { outOfRange, type ReadingOfLine } from './reading-lines';

/** Watt-hours, in the list of units of ESPI. */
const WATT_HOURS = '72';
/** The reading is the energy of its interval. */
const DELTA_DATA = '4';
/** Elements whose text is read, below their parent. */
const FIELDS = new Set([
  'ReadingType/uom',
  'ReadingType/powerOfTenMultiplier',
  'ReadingType/accumulationBehaviour',
  'timePeriod/start',
  'timePeriod/duration',
  'IntervalReading/value',
]);
const WHOLE = /^-?\d{1,15}$/;
const LONGEST_TEXT = 100;
/** Limits of the memory and the time that the parser needs. Characters between two tags, and nesting depth. */
const LONGEST_TOKEN = 100_000;
const MAX_DEPTH = 100;

interface GreenButtonSettings {
  meter: MeterArithmetic;
  /** Timestamps after this instant are refused. */
  latestMs: number;
}

/** Takes a reading or the reason why it was refused, with its line. Returns false to end reading. */
type Take = (line: number, reading: ReadingOfLine | Message) => boolean;

/**
 * Reads the interval readings of Green Button (ESPI) XML. The parser knows no entities except those of XML itself, and
 * a document type is refused, so no text can expand.
 * @returns the factor from a reading's value to the unit of the meter's point
 * @throws DomainError `invalid_green_button`
 */
export async function readGreenButton(
  content: Readable,
  settings: GreenButtonSettings,
  take: Take,
): Promise<number> {
  const { meter } = settings;
  if (meter.kind !== 'interval')
    throw refused(`A Green Button file has the energy of intervals, but the meter is of kind ${meter.kind}.`);
  const elements = new GreenButtonElements(settings, take);
  for await (const text of decodedPieces(content)) {
    elements.write(text);
    if (elements.isEnough) break;
  }
  return elements.factor();
}

class GreenButtonElements {
  private readonly parser = new SaxesParser();
  private readonly path: string[] = [];
  private readonly fields = new Map<string, string>();
  private text: string | null = null;
  private series = 0;
  private readings = 0;
  private sinceTag = 0;
  isEnough = false;

  constructor(
    private readonly settings: GreenButtonSettings,
    private readonly take: Take,
  ) {
    this.parser.on('doctype', () => {
      throw refused('The XML has a document type. Send Green Button (ESPI) XML without one.');
    });
    this.parser.on('error', ({ message }) => {
      throw refused(`The XML cannot be read: ${message.slice(0, 200)}`);
    });
    this.parser.on('opentagstart', ({ name }) => this.open(localName(name)));
    this.parser.on('text', (text) => {
      if (this.text !== null && this.text.length < LONGEST_TEXT) this.text += text.slice(0, LONGEST_TEXT);
    });
    this.parser.on('closetag', ({ name }) => this.close(localName(name)));
  }

  write(text: string): void {
    this.parser.write(text);
    this.sinceTag += text.length;
    if (this.sinceTag > LONGEST_TOKEN)
      throw refused(`The XML has a tag or a text of more than ${LONGEST_TOKEN} characters.`);
  }

  factor(): number {
    if (!this.isEnough) this.parser.close();
    if (this.readings === 0)
      throw refused('The XML has no IntervalReading. Send Green Button (ESPI) XML or CSV.');
    const unit = this.fields.get('ReadingType/uom');
    if (unit !== WATT_HOURS)
      throw refused(
        `The unit (uom) of the readings is ${unit ?? 'unknown'}. Only ${WATT_HOURS} (Wh) can be imported.`,
      );
    const behaviour = this.fields.get('ReadingType/accumulationBehaviour') ?? DELTA_DATA;
    if (behaviour !== DELTA_DATA)
      throw refused(
        `The accumulationBehaviour is ${behaviour}. Only ${DELTA_DATA} (delta data) can be imported.`,
      );
    const power = this.fields.get('ReadingType/powerOfTenMultiplier') ?? '0';
    if (!/^-?\d{1,2}$/.test(power))
      throw refused(`The powerOfTenMultiplier "${power}" is not a whole number.`);
    return 10 ** Number(power) / (1000 * this.settings.meter.multiplier);
  }

  private open(name: string): void {
    const parent = this.path.at(-1) ?? '';
    this.path.push(name);
    this.sinceTag = 0;
    if (this.path.length > MAX_DEPTH) throw refused(`The XML is nested in more than ${MAX_DEPTH} levels.`);
    this.text = FIELDS.has(`${parent}/${name}`) ? '' : null;
    if (name === 'ReadingType' && ++this.series > 1)
      throw refused('The file has several reading types, such as import and export. Send one file for each.');
    if (name === 'IntervalReading')
      for (const field of ['timePeriod/start', 'timePeriod/duration', 'IntervalReading/value'])
        this.fields.delete(field);
  }

  private close(name: string): void {
    this.path.pop();
    this.sinceTag = 0;
    if (this.text !== null) this.fields.set(`${this.path.at(-1) ?? ''}/${name}`, this.text.trim());
    this.text = null;
    if (name !== 'IntervalReading' || this.isEnough) return;
    this.readings++;
    this.isEnough = !this.take(this.parser.line, this.reading());
  }

  private reading(): ReadingOfLine | Message {
    const { meter, latestMs } = this.settings;
    const [start, duration, value] = [
      this.fields.get('timePeriod/start') ?? '',
      this.fields.get('timePeriod/duration') ?? '',
      this.fields.get('IntervalReading/value') ?? '',
    ];
    if (!WHOLE.test(start) || !WHOLE.test(value) || !WHOLE.test(duration)) return say('line_interval');
    if (Number(duration) !== meter.intervalSeconds)
      return say('line_duration', { found: duration, wanted: meter.intervalSeconds });
    const atMs = (Number(start) + (meter.stampedAt === 'end' ? Number(duration) : 0)) * 1000;
    const wrong = outOfRange(atMs, latestMs, `"${start}"`);
    if (wrong !== null) return wrong;
    return isCountable(meter, Number(value))
      ? { at: { atMs }, value: Number(value) }
      : say('line_too_large', { text: `"${value}"` });
  }
}

/** The name without the prefix of its namespace. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function refused(message: string): DomainError {
  return new DomainError('invalid', 'invalid_green_button', message);
}
