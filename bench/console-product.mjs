/** Starts the product as `npm start` does, and creates what the console shows in its benchmark. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADMIN, signIn, startPeer, until } from './api-process.mjs';
import { builtPath } from './built.mjs';
import { testModule } from '../test/test-module.mjs';

export const POINTS = 1000;
export const AREAS = 500;
/** Points that get a new value each second. */
export const CHANGES_PER_SECOND = 100;
const OBJECTS = 100;
const WIDGETS = 10;
/** The points get new values for this time. */
const REPLAY_SECONDS = 1800;
/** Nodes per row, and the distance between them, as in an arranged graph. */
const GRID = { columns: 20, width: 288, height: 130 };

const codes = Array.from({ length: POINTS }, (_, index) => `LOAD.P${String(index).padStart(4, '0')}`);

/**
 * Starts the product with the demonstration building and a gateway that has 1,000 further points.
 * @returns `{ address, headers, get(path), post(path, body), put(path, body) }`
 */
export async function startConsoleProduct(scope) {
  const { StartedProducts } = testModule('servers/started-products.ts');
  const account = { GATEWAY_USERNAME: 'service', GATEWAY_PASSWORD: 'service-password' };
  const replay = join(scope.folder, 'points.csv');
  writeFileSync(replay, changingValues());
  const gateway = await startPeer(scope, builtPath('apps/gateway-sim/src/main.js'), ['--replay', replay], {
    ...account,
    LOG_LEVEL: 'warn',
    GATEWAY_SIM_STORY_AT: new Date().toISOString(),
  });
  const products = new StartedProducts();
  scope.atEnd(() => products.end());
  const product = products.start({
    ...account,
    GATEWAY_URL: gateway.address,
    DEMO_BUILDING: 'true',
    ADMIN_PASSWORD: ADMIN.password,
  });
  const address = await product.ready();
  const api = await signIn(address);
  const history = { what: 'the history of all meters', limitMs: 120_000 };
  await until(async () => isRead(await api.get('/api/energy/areas')), history);
  return { address, ...api };
}

function isRead({ areas }) {
  const meters = areas.flatMap((area) => area.meters);
  return meters.length > 0 && meters.every(({ historyProgress }) => historyProgress === 1);
}

/** Returns a CSV file for the gateway. Each row is one second, in which a tenth of the points have a new value. */
function changingValues() {
  const startMs = Math.floor(Date.now() / 1000) * 1000 - 60_000;
  const rows = Array.from({ length: REPLAY_SECONDS }, (_, second) => {
    const step = POINTS / CHANGES_PER_SECOND;
    const cells = codes.map((_code, index) => (index % step === second % step ? second + index / 1000 : ''));
    return [new Date(startMs + second * 1000).toISOString(), ...cells].join(',');
  });
  return [['time', ...codes].join(','), ...rows].join('\n');
}

/** Imports the points into 100 objects, and shows the objects in the model and the points on the dashboard. */
export async function createPoints(api) {
  const { modelId, hotspots } = await until(
    async () => {
      const scene = await api.get('/api/dashboard-model');
      return scene.modelId !== null && scene.hotspots.length > 0 && scene;
    },
    { what: 'the model of the demonstration building', limitMs: 60_000 },
  );
  const points = codes.map((code, index) => {
    const objectCode = `LOAD-${index % OBJECTS}`;
    return { code, name: `Load ${index}`, unit: 'kWh', objectCode };
  });
  const { imported } = await api.post(`/api/models/${modelId}/import-points`, { points });
  if (imported !== POINTS) throw new Error(`Only ${imported} points were imported.`);
  const objects = (await api.get('/api/objects?limit=200')).filter(({ code }) => code.startsWith('LOAD-'));
  const placeOf = placesBetween(hotspots.map(({ position }) => position));
  await api.put('/api/dashboard-model', {
    labels: [],
    hotspots: objects.map(({ id, code, name }, index) => ({
      id: code,
      title: name,
      objectId: id,
      position: placeOf(index / objects.length),
    })),
  });
  for (let index = 0; index < WIDGETS; index++) await api.post('/api/dashboard', widgetOf(index));
}

/** Adds areas to those of the demonstration, in buildings of 20. */
export async function createAreas(api) {
  const { areas } = await api.get('/api/energy/areas');
  const added = Array.from({ length: AREAS - areas.length }, (_, index) => ({
    name: `Area ${index}`,
    ...(index % 20 > 0 && { parentIndex: areas.length + index - (index % 20) }),
  }));
  await api.put('/api/energy/areas', { areas: [...areas.map(({ id }) => ({ id })), ...added] });
}

/** Returns a function that maps shares from 0 to 1 to points of a grid. The grid fills the box around `positions`. */
function placesBetween(positions) {
  const side = 10;
  const between = (axis, share) => {
    const all = positions.map((position) => position[axis]);
    return Math.min(...all) + share * (Math.max(...all) - Math.min(...all));
  };
  return (share) => ({
    x: between('x', (share * side) % 1),
    y: between('y', share),
    z: between('z', Math.floor(share * side) / side),
  });
}

function widgetOf(index) {
  const perWidget = POINTS / WIDGETS;
  const shown = codes.slice(index * perWidget, (index + 1) * perWidget);
  return {
    type: 'list',
    layoutX: (index % 5) * 2,
    layoutY: Math.floor(index / 5) * 25,
    layoutW: 2,
    layoutH: 25,
    config: { title: `Load ${index}` },
    dataType: 'points',
    dataJson: JSON.stringify({ codes: shown }),
  };
}

/**
 * Creates a workflow in which each fifth node has two branches.
 * @returns its id
 */
export async function createWorkflow(api, size) {
  const ids = Array.from({ length: size }, (_, index) => `step_${index}`);
  ids[0] = 'start';
  ids[size - 1] = 'end';
  const nodes = ids.map((id, index) => ({
    id,
    ...contentOf(index, size),
    position: {
      x: (index % GRID.columns) * GRID.width,
      y: Math.floor(index / GRID.columns) * GRID.height,
    },
  }));
  const edges = nodes.flatMap(({ id, type }, index) => {
    const [next, afterNext] = ids.slice(index + 1, index + 3);
    if (type !== 'condition') return next ? [{ id: `${id} next`, source: id, target: next }] : [];
    return [
      { id: `${id} true`, source: id, target: next, label: 'true' },
      { id: `${id} false`, source: id, target: afterNext ?? next, label: 'false' },
    ];
  });
  const trigger = { type: 'manual', config: {} };
  const { id } = await api.post('/api/workflows', {
    name: `${size} nodes`,
    enabled: false,
    trigger,
    nodes,
    edges,
  });
  return id;
}

function contentOf(index, size) {
  if (index === 0) return { type: 'start', config: {} };
  if (index === size - 1) return { type: 'end', config: {} };
  if (index % 5 === 0) return { type: 'condition', config: { expression: 'variables.total > 1' } };
  return { type: 'variable', config: { name: 'total', value: `{{ ${index} + 1 }}` } };
}
