import { EngineeringUnits as Unit } from '@bacnet-js/client';

/** The symbols of the engineering units that buildings use. */
const SYMBOLS: Readonly<Partial<Record<Unit, string>>> = {
  [Unit.AMPERES]: 'A',
  [Unit.VOLTS]: 'V',
  [Unit.VOLT_AMPERES]: 'VA',
  [Unit.KILOVOLT_AMPERES]: 'kVA',
  [Unit.VOLT_AMPERES_REACTIVE]: 'var',
  [Unit.KILOVOLT_AMPERES_REACTIVE]: 'kvar',
  [Unit.KILOVOLT_AMPERE_HOURS_REACTIVE]: 'kvarh',
  [Unit.HERTZ]: 'Hz',
  [Unit.WATTS]: 'W',
  [Unit.KILOWATTS]: 'kW',
  [Unit.MEGAWATTS]: 'MW',
  [Unit.WATT_HOURS]: 'Wh',
  [Unit.KILOWATT_HOURS]: 'kWh',
  [Unit.MEGAWATT_HOURS]: 'MWh',
  [Unit.JOULES]: 'J',
  [Unit.KILOJOULES]: 'kJ',
  [Unit.MEGAJOULES]: 'MJ',
  [Unit.DEGREES_CELSIUS]: '°C',
  [Unit.DEGREES_FAHRENHEIT]: '°F',
  [Unit.DEGREES_KELVIN]: 'K',
  [Unit.PERCENT]: '%',
  [Unit.PERCENT_RELATIVE_HUMIDITY]: '%',
  [Unit.PARTS_PER_MILLION]: 'ppm',
  [Unit.LUXES]: 'lx',
  [Unit.PASCALS]: 'Pa',
  [Unit.KILOPASCALS]: 'kPa',
  [Unit.BARS]: 'bar',
  [Unit.CUBIC_METERS]: 'm³',
  [Unit.LITERS]: 'l',
  [Unit.CUBIC_METERS_PER_HOUR]: 'm³/h',
  [Unit.CUBIC_METERS_PER_SECOND]: 'm³/s',
  [Unit.LITERS_PER_SECOND]: 'l/s',
  [Unit.LITERS_PER_MINUTE]: 'l/min',
  [Unit.METERS_PER_SECOND]: 'm/s',
  [Unit.SECONDS]: 's',
  [Unit.MINUTES]: 'min',
  [Unit.HOURS]: 'h',
};

/** Returns the symbol of a unit; an empty text if it has none. */
export function symbolOf(unit: number): string {
  return SYMBOLS[unit as Unit] ?? '';
}
