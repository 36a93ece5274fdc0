/**
 * Creates the default set of emission factors from a table of published factors:
 * node scripts/carbon-factors.mjs emission_factors.csv
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';

const TARGET = 'libs/domain/src/metering/emissions/default-carbon-factors.json';

/**
 * Series that are published once a year for the United Kingdom. For gas, the factor by gross calorific value is used,
 * because gas is billed by it.
 */
const BRITISH = [
  {
    name: 'Electricity generated, UK',
    category: 'electricity',
    scope: '2',
    path: /^UK electricity \/ Electricity generated \/ Electricity: UK/,
  },
  {
    name: 'Natural gas, gross calorific value',
    category: 'gas',
    scope: '1',
    path: /^Fuels \/ Gaseous fuels \/ Natural gas \/ (Energy - )?Gross CV$/,
  },
  {
    name: 'Water supply',
    category: 'water',
    scope: '3',
    path: /^Water supply \/ Water supply \/ Water supply$/,
  },
  {
    name: 'District heat and steam',
    category: 'heating',
    scope: '2',
    path: /^Heat and steam \/ Heat and steam \/ District heat and steam/,
  },
];
/** Series for grid electricity of other regions. */
const GRIDS = new Map([
  ['CHN', 'CN'],
  ['DEU', 'DE'],
  ['FRA', 'FR'],
  ['USA', 'US'],
]);
const UNITS = {
  'kgCO2e/kilowatt hour': 'kgCO2e/kWh',
  'kgCO2e/cubic metre': 'kgCO2e/m³',
  'gCO2e/kWh': 'gCO2e/kWh',
};

const [file] = process.argv.slice(2);
if (!file) {
  console.error('Usage: node scripts/carbon-factors.mjs emission_factors.csv');
  process.exit(64);
}
const rows = parse(readFileSync(file), { columns: true });
const factors = [
  ...BRITISH.flatMap(({ path, ...fields }) =>
    rows
      .filter((row) => {
        return row.region_code === 'GB' && row.source.startsWith('UK BEIS/DESNZ') && path.test(row.name);
      })
      .filter(({ unit }) => unit in UNITS)
      .map((row) => factorOf(row, { ...fields, region: 'GB' })),
  ),
  ...rows
    .filter(({ source, region_code: code }) => source.startsWith('Our World in Data') && GRIDS.has(code))
    .map((row) =>
      factorOf(row, {
        name: row.name,
        category: 'electricity',
        scope: '2',
        region: GRIDS.get(row.region_code),
      }),
    ),
];
// The last factor of a series applies until a newer set replaces it, so it has no end date.
for (const factor of factors) {
  const isLast = factors.every(
    ({ category, region, year }) =>
      category !== factor.category || region !== factor.region || year <= factor.year,
  );
  if (isLast) factor.validTo = null;
}
factors.sort((one, other) => keyOf(one).localeCompare(keyOf(other), 'en'));
writeFileSync(TARGET, JSON.stringify({ factors }));
execFileSync(join('node_modules', '.bin', 'oxfmt'), [TARGET]);
console.log(`${TARGET} has ${factors.length} factors.`);

function factorOf(row, { name, category, scope, region }) {
  return {
    name,
    category,
    value: Number(row.value),
    unit: UNITS[row.unit],
    source: `${row.source} (${row.licence})`,
    year: Number(row.year),
    region,
    scope,
    validFrom: row.valid_from,
    validTo: row.valid_to,
  };
}

function keyOf({ category, region, year }) {
  return `${category} ${region} ${year}`;
}
