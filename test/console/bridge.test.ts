// Runs in the full check only: it waits for polls of a meter.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ObjectType } from '@bacnet-js/client';
import type { Page } from 'playwright-core';
import { BacnetDevice, freeUdpPort, noCommands, type SimulatedObject } from '../factories/bacnet-device';
import { ModbusDevice } from '../factories/modbus-device';
import { AppProcess } from '../servers/app-process';
import { describeInBrowser, sees, violationsOfStructure, visit } from './browser';
import { ConsoleProduct } from './console-product';

jest.setTimeout(240_000);

const PREFIX = 'plant.';
const ACCOUNT = { GATEWAY_USERNAME: 'service', GATEWAY_PASSWORD: 'service-password' };
/** The register map of the template `eastron-sdm630`: power in W, imported energy in kWh. */
const POWER = 52;
const ENERGY = 72;
const REGISTERS = 400;
const FORCED = 8;
const MINUTE_MS = 60_000;

describeInBrowser('an engineer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-story-'));
  let product: ConsoleProduct;
  let bridge: AppProcess;
  let meter: ModbusDevice;
  let unit: BacnetDevice;
  let damper: SimulatedObject;

  beforeAll(async () => {
    meter = await ModbusDevice.start();
    for (let address = 0; address < REGISTERS; address++) meter.registers.set(address, 0);
    meter.set(POWER, float(60_000));
    meter.set(ENERGY, float(12_345));
    unit = await BacnetDevice.start(1207);
    unit.add(ObjectType.ANALOG_INPUT, 1, 21.5, { name: 'SUPPLY' });
    damper = unit.add(ObjectType.ANALOG_OUTPUT, 4, 10, { name: 'DAMPER', units: 98, commands: noCommands() });
    const file = join(folder, 'bridge.json');
    writeFileSync(file, '{"connections":[]}');
    const variables = { ...ACCOUNT, BRIDGE_CONFIG: file, BRIDGE_DATA_DIR: join(folder, 'data') };
    [product, bridge] = await Promise.all([
      ConsoleProduct.start(),
      new AppProcess('bridge', variables).start(),
    ]);
  });
  afterAll(async () => {
    await removeAll();
    await product.end();
    await bridge.stop();
    await meter.turnOff();
    unit.turnOff();
    rmSync(folder, { recursive: true });
  });
  afterEach(() => product.endTest());

  /** The product of this worker keeps what its tests change. */
  async function removeAll(): Promise<void> {
    const page = await product.visit('/profile');
    const { areas } = (await product.callAs(page, 'GET', '/api/energy/areas')) as {
      areas: { id: number; name: string }[];
    };
    const others = areas.filter(({ name }) => name !== 'Plant room').map(({ id }) => ({ id }));
    await product.callAs(page, 'PUT', '/api/energy/areas', { areas: others });
    const points = (await product.callAs(page, 'GET', '/api/points?search=plant.AHU.DAMPER')) as {
      id: number;
    }[];
    for (const { id } of points) await product.callAs(page, 'DELETE', `/api/points/${id}`);
    const gateways = (await product.callAs(page, 'GET', '/api/gateways')) as { id: number; prefix: string }[];
    for (const { id } of gateways.filter(({ prefix }) => prefix === PREFIX))
      await product.callAs(page, 'DELETE', `/api/gateways/${id}`);
  }

  /** Opens the page of the devices of the bridge. */
  async function openDevices(): Promise<Page> {
    const page = await product.visit('/settings');
    const { GATEWAY_USERNAME: username, GATEWAY_PASSWORD: password } = ACCOUNT;
    const gateway = { name: 'Plant room', prefix: PREFIX, url: bridge.address, username, password };
    await product.callAs(page, 'POST', '/api/gateways', gateway);
    return openConnections();
  }

  async function openConnections(): Promise<Page> {
    const page = await product.visit('/devices');
    await page.getByRole('textbox', { name: 'Gateway' }).click();
    await page.getByRole('option', { name: 'Plant room' }).click();
    return page;
  }

  function storedConnections(): object[] {
    const { connections } = JSON.parse(readFileSync(join(folder, 'bridge.json'), 'utf8')) as {
      connections: object[];
    };
    return connections;
  }

  it('an engineer searches an air handling unit, adds a meter by its template, and sees their values', async () => {
    const page = await openDevices();
    await page.getByRole('button', { name: 'Search devices' }).click();
    const search = page.getByRole('dialog', { name: 'Search devices' });
    await search.getByLabel('Connection').fill('Plant');
    await search.getByLabel('Broadcast address of the network').fill(unit.address);
    await search.getByLabel('Port').fill(String(await freeUdpPort()));
    await search.getByRole('button', { name: 'Search', exact: true }).click();
    const found = search.getByRole('group', { name: 'Device 1207' });
    await found.getByLabel('Beginning of the codes of its points').fill('AHU.');
    await found.getByLabel('DAMPER may be written').click({ force: true });
    await search.getByRole('button', { name: 'Read values now' }).click();
    const values = search.getByRole('table', { name: 'Values of Device 1207' });
    await sees(values.getByRole('row').filter({ hasText: 'AHU.SUPPLY' }).getByText('21.5'));
    expect(await violationsOfStructure(page)).toEqual([]);
    await search.getByRole('button', { name: 'Save' }).click();
    await sees(page.getByRole('row').filter({ hasText: 'Device 1207' }).getByText('Read', { exact: true }));

    await page.getByRole('button', { name: 'Add a meter' }).click();
    const form = page.getByRole('dialog', { name: 'Add a meter' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Main meter');
    await form.getByRole('textbox', { name: 'Kind of meter' }).click();
    await page.getByRole('option', { name: 'eastron-sdm630' }).click();
    await form.getByLabel('Name or address in the network').fill('127.0.0.1');
    await form.getByLabel('Port').fill('1');
    await form.getByLabel('Beginning of the codes of its points').fill('MAIN.');
    await form.getByRole('button', { name: 'Read values now' }).click();
    await sees(form.getByText('The connection is refused.'));
    await form.getByLabel('Port').fill(String(meter.port));
    await form.getByRole('button', { name: 'Read values now' }).click();
    await sees(form.getByRole('row').filter({ hasText: 'MAIN.ENERGY.IMPORT' }).getByText('12,345'));
    await form.getByRole('button', { name: 'Save' }).click();
    await sees(
      page.getByRole('row').filter({ hasText: 'Main meter' }).getByText('Read', { exact: true }).first(),
    );
    await page.getByRole('row').filter({ hasText: 'Main meter' }).first().click();
    const drawer = page.getByRole('dialog', { name: 'Main meter' });
    await sees(drawer.getByRole('row').filter({ hasText: 'MAIN.ENERGY.IMPORT' }).getByText('12,345'));
    await page.keyboard.press('Escape');
  });

  it('an engineer creates an area for the meter, forces the damper until its release, and sees the energy after the next polls', async () => {
    const page = await product.visit('/energy/areas');
    await page.getByRole('button', { name: 'New area' }).click();
    const form = page.getByRole('dialog', { name: 'New area' });
    await form.getByLabel('Name').fill('Plant room');
    await form.getByRole('button', { name: 'Add a meter' }).click();
    await form.getByLabel('Point code').fill('plant.MAIN.ENERGY.IMPORT');
    await form.getByRole('button', { name: 'Save' }).click();
    await sees(page.getByText('The area was added.'));
    await visit(page, '/energy');
    await page.getByRole('button', { name: /^Plant room/ }).click();
    meter.set(ENERGY, float(12_357));

    await visit(page, '/points');
    await page.getByRole('button', { name: 'Add points' }).click();
    const drawer = page.getByRole('dialog', { name: 'Add points' });
    await drawer.getByRole('textbox', { name: 'Object' }).click();
    await page.getByRole('option', { name: 'Main incomer' }).click();
    await drawer.getByLabel('Search by any part of the code or name').fill('plant.AHU.DAMPER');
    await drawer.getByRole('row').filter({ hasText: 'plant.AHU.DAMPER' }).getByRole('checkbox').check();
    await drawer.getByRole('button', { name: 'Add 1 points' }).click();
    await sees(page.getByText('Points added: 1.'));

    await visit(page, '/points?text=plant.AHU.DAMPER');
    await page.getByRole('button', { name: 'DAMPER' }).click();
    const details = page.getByRole('dialog', { name: 'Point', exact: true });
    await details.getByRole('button', { name: 'Force value' }).click();
    const dialog = page.getByRole('dialog', { name: 'Force value' });
    await dialog.getByLabel('New value').fill('80');
    await dialog.getByLabel('Reason').fill('The drive is being repaired.');
    await dialog.getByRole('button', { name: 'Force to 80 %' }).click();
    await sees(details.getByText('The drive is being repaired.').first());
    expect(damper.commands?.[FORCED - 1]).toBe(80);
    await page.keyboard.press('Escape');
    await page.getByText('Overrides in force (1)').click();
    await page.getByRole('button', { name: 'Release plant.AHU.DAMPER' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
    await sees(page.getByText('No point is overridden.', { exact: false }));
    expect(damper.commands).toEqual(noCommands());

    await visit(page, '/energy');
    await page.getByRole('button', { name: /^Plant room/ }).click();
    await page.getByText('12 kWh', { exact: true }).first().waitFor({ timeout: MINUTE_MS });
  });

  it('an administrator adds a connection by its fields, edits it, duplicates it and switches the copy off', async () => {
    const page = await openConnections();
    await page.getByRole('button', { name: 'Add a connection' }).click();
    const form = page.getByRole('dialog', { name: 'Add a connection' });
    const choose = async (protocol: string) => {
      await form.getByRole('textbox', { name: 'Protocol' }).click();
      await page.getByRole('option', { name: protocol, exact: true }).click();
    };
    await choose('MQTT');
    await form.getByLabel('Address of the broker').fill('broker.example');
    await form.getByRole('button', { name: 'More settings' }).click();
    expect(await form.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('password');
    await choose('Modbus TCP');
    await form.getByLabel('Port').fill('70000');
    await form.getByRole('button', { name: 'Save' }).click();
    await sees(form.getByText('Enter 65535 or less.'));
    expect(await form.getByText('Enter a value.').count()).toBe(2);
    expect(await violationsOfStructure(page)).toEqual([]);
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Spare board');
    await form.getByLabel('Name or address in the network').fill('127.0.0.1');
    await form.getByLabel('Port').fill('1502');
    await form.getByRole('button', { name: 'Save' }).click();

    await page.getByRole('button', { name: 'Edit Spare board' }).click();
    const edited = page.getByRole('dialog', { name: 'Edit the connection' });
    await edited.getByRole('textbox', { name: 'Name', exact: true }).fill('Spare panel');
    await edited.getByRole('button', { name: 'More settings' }).click();
    await edited.getByLabel('Port').fill('1503');
    await edited.getByRole('tab', { name: 'JSON' }).click();
    expect(await edited.getByLabel('Connection as JSON').inputValue()).toContain('"port": 1503');
    await edited.getByRole('button', { name: 'Save' }).click();

    await page.getByRole('button', { name: 'Duplicate Spare panel' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('switch', { name: 'Spare panel (copy) is switched on' }).click({ force: true });
    await sees(page.getByRole('switch', { name: 'Spare panel (copy) is switched on', checked: false }));
    const spare = { protocol: 'modbus-tcp', host: '127.0.0.1', port: 1503, devices: [] };
    expect(storedConnections().slice(2)).toEqual([
      { ...spare, name: 'Spare panel' },
      { ...spare, name: 'Spare panel (copy)', enabled: false },
    ]);
  });

  it('an administrator imports points from a table into a device', async () => {
    const page = await openConnections();
    await page.getByRole('button', { name: 'Import points into Main meter' }).click();
    const form = page.getByRole('dialog', { name: 'Import points' });
    const table = 'suffix;name;table;address;type\nSTATE;Zustand ä;input;60;int16';
    // Spreadsheets write Windows-1252.
    const file = { name: 'points.csv', mimeType: 'text/csv', buffer: Buffer.from(table, 'latin1') };
    await form.locator('input[type=file]').setInputFiles(file);
    expect(await violationsOfStructure(page)).toEqual([]);
    await form.getByRole('button', { name: 'Import', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    const stored = storedConnections() as { name: string; devices: { points?: object[] }[] }[];
    const meterOf = stored.find(({ name }) => name === 'Main meter');
    expect(meterOf?.devices[0]?.points).toEqual([
      { suffix: 'STATE', name: 'Zustand ä', table: 'input', address: 60, type: 'int16' },
    ]);
  });

  it('an administrator saves the connections as a file, replaces them from a file, and deletes one', async () => {
    const page = await openConnections();
    await sees(page.getByRole('button', { name: 'Delete Spare panel (copy)' }));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as a file' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('bridge.json');
    const content = readFileSync(await download.path(), 'utf8');
    const { connections } = JSON.parse(content) as { connections: { name: string }[] };
    expect(connections).toEqual(storedConnections());
    const kept = connections.filter(({ name }) => !name.startsWith('Spare'));
    const replaceBy = async (text: string) => {
      const file = { name: 'plant.json', mimeType: 'application/json', buffer: Buffer.from(text) };
      await page.locator('input[type=file]').setInputFiles(file);
      const dialog = page.getByRole('dialog', { name: 'Replace from a file' });
      await sees(dialog.getByText('The connections in plant.json replace all others.'));
      await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
    };
    await replaceBy('[]');
    await sees(page.getByText('The file contains no connections.'));
    await page.keyboard.press('Escape');
    await replaceBy(JSON.stringify({ connections: kept }));
    await page.getByRole('button', { name: 'Delete Spare panel (copy)' }).waitFor({ state: 'detached' });
    expect(storedConnections()).toEqual(kept);

    await page.getByRole('button', { name: 'Delete Main meter' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete Main meter' }).waitFor({ state: 'detached' });
    await sees(page.getByRole('button', { name: 'Delete Plant' }));
  });
});

/** A 32-bit float as the digits of two registers. */
function float(value: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatBE(value);
  return bytes.toString('hex');
}
