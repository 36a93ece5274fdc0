import type { ColumnDescriptor, TableDescriptor } from '@app/workflow-engine';

/** Maps each column name to its meaning. The meaning begins with the unit in brackets if the column has one. */
type Columns = Readonly<Record<string, string>>;

const AREA = 'Id of the area in `areas`.';
const METER = 'Id of the meter in `meters`.';
const OBJECT = 'Id of the object in `objects`; null if it has none.';
const ENERGY_TYPE = 'electricity, gas, water, heating or cooling. `meters` also has reactive energy.';
const QUALITY = 'good, uncertain or bad.';
const SEVERITY = 'critical, major, minor, warning or indeterminate.';

const ENERGY: Columns = {
  area_id: AREA,
  meter_id: METER,
  point_code: 'Code of the point that the meter reads.',
  energy_type: ENERGY_TYPE,
};
const AMOUNTS: Columns = {
  kwh: '[kWh] Energy; null for water, and if nothing was measured.',
  m3: '[m³] Volume of water; null for other energy types, and if nothing was measured.',
  measured_hours: '[h] Measured time.',
};

function view(name: string, description: string, columns: Columns): TableDescriptor {
  return { name, description, writable: false, columns: Object.entries(columns).map(columnOf) };
}

function columnOf([name, text]: [name: string, text: string]): ColumnDescriptor {
  const [, unit = null, description = ''] = /^(?:\[(.+?)\] )?(.+)$/.exec(text) ?? [];
  return { name, unit, description };
}

/** The views and tables that statements of `database` nodes use. Instants are UTC. */
export const databaseTables: readonly TableDescriptor[] = [
  view(
    'energy_hour',
    'The energy of each hour of UTC and each meter that counts for an area. The sum of one area counts each meter once, ' +
      'as the energy routes do. A meter has rows for its area and for all areas above it, so do not add up areas that ' +
      'contain each other.',
    { ...ENERGY, starts_at: 'Start of the hour.', ...AMOUNTS },
  ),
  view(
    'energy_day',
    'Like `energy_hour`, for each local day. A day is missing until its hours are computed.',
    {
      ...ENERGY,
      starts_at: 'First instant of the local day.',
      timezone: 'Time zone of the day.',
      ...AMOUNTS,
    },
  ),
  view('areas', 'The areas of the site.', {
    id: 'Id.',
    name: 'Name.',
    parent_id: 'Id of the parent area; null for an area at the top of the tree.',
    warning_kw: '[kW] Power above which the status is warning; null for no limit.',
    over_limit_kw: '[kW] Power above which the status is overLimit; null for no limit.',
    status: 'normal, warning or overLimit.',
  }),
  view(
    'area_meters',
    'The meters whose energy counts towards an area: its own meters and those of all areas below it.',
    {
      area_id: AREA,
      meter_id: METER,
      point_code: 'Code of the point that the meter reads.',
      energy_type: ENERGY_TYPE,
    },
  ),
  view('meters', 'The meters of the site.', {
    id: 'Id.',
    point_code: 'Code of the point that the meter reads.',
    energy_type: ENERGY_TYPE,
    kind: 'cumulative for a register, interval for the energy of an interval, power for samples, formula for a formula of other meters.',
    interval_seconds: '[s] Time between two readings.',
    last_reading_at: 'Time of the newest reading that can be used.',
    last_power_kw: '[kW] Newest power.',
    last_power_at: 'Time at which the newest power was measured.',
  }),
  view('readings', 'The values of meters as they were read or imported.', {
    meter_id: METER,
    point_code: 'Code of the point that the meter reads.',
    measured_at: 'Time of the reading.',
    value: 'Value in the unit of the point; null if the meter gave none.',
    quality: QUALITY,
  }),
  view('points', 'The points and their last known values.', {
    code: 'Code.',
    name: 'Name; null if the point belongs to no object.',
    object_id: OBJECT,
    unit: 'Unit of the value; null if it is not known.',
    value: 'Last value as JSON; null if none is known.',
    value_number:
      'Last value as a number in the unit of the point; 1 and 0 for true and false, null for text.',
    quality: QUALITY,
    measured_at: 'Time of the measurement.',
  }),
  view('objects', 'The objects of the building models.', { id: 'Id.', code: 'Code.', name: 'Name.' }),
  view('alerts', 'The alerts.', {
    id: 'Id.',
    source: 'gateway, rule, workflow or manual.',
    type: 'Kind of problem.',
    originator: 'The thing that has the problem.',
    severity: SEVERITY,
    state: 'active, shelved or cleared.',
    point_code: 'Code of the point; null if the alert has none.',
    area_id: 'Id of the area in `areas`; null if the alert has none.',
    title: 'Short text.',
    message: 'Longer text.',
    value: 'Value at the last report, as JSON.',
    threshold: 'The crossed threshold, in the unit of the point.',
    occurrences: 'Number of reports.',
    raised_at: 'Time of the first report.',
    last_raised_at: 'Time of the last report.',
    acknowledged_at: 'When a person acknowledged the alert; null if nobody has.',
    cleared_at: 'When the alert was cleared; null if it is not cleared.',
    shelved_until: 'Until when the alert is shelved; null if it is not shelved.',
  }),
  view('faults', 'The faults.', {
    id: 'Id.',
    title: 'Short text.',
    severity: SEVERITY,
    status: 'open, in_progress, resolved or closed.',
    object_id: OBJECT,
    area_id: 'Id of the area in `areas`; null if the fault has none.',
    alert_id: 'Id of the alert that led to the fault; null if none did.',
    root_cause: 'Cause as text; null if it is not known.',
    reported_at: 'Time of the report.',
    started_at: 'When the work began; null if it has not begun.',
    resolved_at: 'When the fault was resolved; null if it is not resolved.',
  }),
  view('work_orders', 'The work orders for maintenance.', {
    id: 'Id.',
    title: 'Short text.',
    type: 'preventive, corrective or inspection.',
    status: 'open, in_progress, on_hold, completed or cancelled.',
    priority: 'low, normal, high or urgent.',
    object_id: OBJECT,
    fault_id: 'Id of the fault in `faults`; null if the work order has none.',
    due_at: 'When the work is due; null if it has no due date.',
    started_at: 'When the work began; null if it has not begun.',
    completed_at: 'When the work was completed; null if it is not completed.',
  }),
  view('executions', 'The executions of workflows.', {
    id: 'Id.',
    workflow_id: 'Id of the workflow.',
    workflow_name: 'Current name of the workflow.',
    status: 'running, success or failed.',
    trigger_type: 'Type of the trigger.',
    dry_run: '1 for a dry run, 0 otherwise.',
    started_at: 'When the execution was started; null while it waits for another execution to end.',
    finished_at: 'When the execution ended; null while it is running.',
  }),
  {
    ...view('workflow_memory', 'Values that workflows store for later executions.', {
      name: 'Unique name of the value.',
      value: 'Any text.',
      updated_at: 'Set by the statements, not by the service.',
    }),
    writable: true,
  },
];
