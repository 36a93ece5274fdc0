const POINTS = 'name,code,objectCode,unit\nSupply air temperature,AHU1.SUPPLY.TEMP,AHU1,°C\n';

/** Examples of bodies that are text, by path and media type. */
export const TEXT_EXAMPLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/api/points/import': { 'text/csv': POINTS },
  '/api/models/{id}/import-points': { 'text/csv': POINTS },
  '/api/energy/price-series/{id}/import': {
    'text/csv': 'timestamp,price\n2026-03-01T00:00:00Z,0.08123\n2026-03-01T00:15:00Z,-0.0021\n',
  },
  '/api/energy/readings/import': {
    'text/csv': 'timestamp,value\n2026-03-01T00:00:00Z,18250.4\n2026-03-01T00:15:00Z,18253.9\n',
  },
};
