import { processDialect } from '@app/config';

const isMysql = processDialect() === 'mysql';

const QUALITY = (column: string) =>
  `CASE ${column} WHEN 0 THEN 'good' WHEN 1 THEN 'uncertain' WHEN 2 THEN 'bad' END`;

/** SQL that converts a JSON text to a number. True is 1, false is 0, and other values are null. */
const NUMBER = (column: string) => {
  const pattern = "'^-?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]+)?$'";
  const isNumber = isMysql ? `${column} REGEXP ${pattern}` : `${column} ~ ${pattern}`;
  const number = isMysql ? `${column} + 0E0` : `CAST(${column} AS double precision)`;
  return `CASE WHEN ${column} = 'true' THEN 1 WHEN ${column} = 'false' THEN 0 WHEN ${isNumber} THEN ${number} END`;
};

/**
 * SQL that converts milliwatt-hours to kWh, and millionths of a m³ to m³. The product is an exact decimal on both
 * databases.
 */
const ENERGY = (energy: string) =>
  `CASE WHEN m.energy_type <> 'water' THEN ${energy} * 0.000001 END AS kwh,
   CASE WHEN m.energy_type = 'water' THEN ${energy} * 0.000001 END AS m3`;

const QUARTERS = [0, 1, 2, 3];
const sumOf = (terms: string[]) => `(${terms.join(' + ')})`;
const HOUR_ENERGY =
  `CASE WHEN COALESCE(${QUARTERS.map((quarter) => `h.energy${quarter}`).join(', ')}) IS NULL THEN NULL ` +
  `ELSE ${sumOf(QUARTERS.map((quarter) => `COALESCE(h.energy${quarter}, 0)`))} END`;

/** The columns that contain a point's value. */
const VALUE = `v.value, ${NUMBER('v.value')} AS value_number, ${QUALITY('v.quality')} AS quality, v.measured_at`;

/**
 * The views that SQL statements of workflows can read, in the order in which they must be created. They have the rights
 * of the account that creates them.
 */
export const views: Readonly<Record<string, string>> = {
  areas: 'SELECT id, name, parent_id, warning_kw, over_limit_kw, status FROM area',

  meters: `SELECT id, point_code, energy_type, kind, interval_seconds, last_reading_at, last_power_kw, last_power_at
    FROM meter WHERE removed_at IS NULL`,

  // The same rules as in the energy routes. An area counts its own meters and those of all areas below it, each meter
  // once. Power meters count only if the area has no other meter of the same energy type.
  area_meters: `WITH RECURSIVE below (area_id, part_id) AS (
      SELECT id, id FROM area
      UNION
      SELECT below.area_id, a.id FROM below JOIN area a ON a.parent_id = below.part_id
    )
    SELECT DISTINCT below.area_id, m.id AS meter_id, m.point_code, m.energy_type
    FROM below
    JOIN area_meter am ON am.area_id = below.part_id
    JOIN meter m ON m.id = am.meter_id
    WHERE m.kind <> 'power' OR NOT EXISTS (
      SELECT 1 FROM area_meter other_am JOIN meter other ON other.id = other_am.meter_id
      WHERE other_am.area_id = am.area_id AND other.energy_type = m.energy_type AND other.kind <> 'power'
    )`,

  energy_hour: `SELECT m.area_id, m.meter_id, m.point_code, m.energy_type, h.hour AS starts_at, ${ENERGY(HOUR_ENERGY)},
      ${sumOf(QUARTERS.map((quarter) => `h.covered${quarter}`))} / 3600000.0 AS measured_hours
    FROM area_meters m JOIN meter_hour h ON h.meter_id = m.meter_id`,

  energy_day: `SELECT m.area_id, m.meter_id, m.point_code, m.energy_type, d.starts_at,
      meter.days_zone AS timezone, ${ENERGY('d.energy')}, d.covered / 3600000.0 AS measured_hours
    FROM area_meters m JOIN meter ON meter.id = m.meter_id JOIN meter_day d ON d.meter_id = m.meter_id
    WHERE meter.days_zone IS NOT NULL`,

  readings: `SELECT r.meter_id, m.point_code, r.at AS measured_at, r.value, ${QUALITY('r.quality')} AS quality
    FROM reading r JOIN meter m ON m.id = r.meter_id`,

  objects: 'SELECT id, code, name FROM building_object',

  points: `SELECT p.code, p.name, p.object_id, p.unit, ${VALUE}
    FROM point p LEFT JOIN point_value v ON v.code = p.code
    UNION ALL
    SELECT v.code, NULL, NULL, NULL, ${VALUE}
    FROM point_value v WHERE NOT EXISTS (SELECT 1 FROM point p WHERE p.code = v.code)`,

  alerts: `SELECT id, source, type, originator, severity, state, point_code, area_id, title, message, value, threshold,
      occurrences, raised_at, last_raised_at, acknowledged_at, cleared_at, shelved_until
    FROM alert`,

  faults: `SELECT id, title, severity, status, object_id, area_id, alert_id, root_cause, reported_at, started_at,
      resolved_at
    FROM fault`,

  work_orders: `SELECT id, title, type, status, priority, object_id, fault_id, due_at, started_at, completed_at
    FROM maintenance`,

  executions: `SELECT e.id, e.workflow_id, w.name AS workflow_name, e.status, e.trigger AS trigger_type,
      CASE WHEN e.dry_run THEN 1 ELSE 0 END AS dry_run, e.started_at, e.finished_at
    FROM workflow_execution e JOIN workflow w ON w.id = e.workflow_id`,
};
