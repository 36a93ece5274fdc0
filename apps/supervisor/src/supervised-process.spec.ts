import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { SupervisedProcess } from './supervised-process';
import { Terminal } from './terminal';

const STAY = 'setInterval(() => undefined, 1000);';
const READY = "process.send({ type: 'ready', address: 'http://127.0.0.1:1' });";

describe('SupervisedProcess', () => {
  let folder: string;
  let output: PassThrough;
  let supervised: SupervisedProcess;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'supervised-'));
    output = new PassThrough();
  });
  afterEach(async () => {
    await supervised.stop();
    rmSync(folder, { recursive: true });
  });

  function run(program: string): void {
    const entry = join(folder, 'main.js');
    writeFileSync(entry, program);
    const terminal = new Terminal(output as unknown as NodeJS.WriteStream);
    supervised = new SupervisedProcess({ name: 'worker', entry, variables: { GIVEN: 'to it' } }, terminal);
  }

  /** Waits until the terminal has shown text that matches `pattern`. */
  async function shown(pattern: RegExp): Promise<string> {
    let text = '';
    for await (const chunk of output) {
      text += String(chunk);
      if (pattern.test(text)) return text;
    }
    throw new Error(`The terminal ended without ${pattern}`);
  }

  it('resolves `ready` when the process is ready', async () => {
    run(`${READY}${STAY}`);
    await expect(supervised.ready).resolves.toMatchObject({ address: 'http://127.0.0.1:1' });
  });

  it('shows the output of the process and sets its environment', async () => {
    run(`console.log(process.env.GIVEN);${STAY}`);
    expect(await shown(/to it\n/)).toMatch(/worker {6}to it\n/);
  });

  it('restarts a crashed process and reports it', async () => {
    run(`${READY}const fs = require('node:fs');
      if (!fs.existsSync(__filename + '.ran')) { fs.writeFileSync(__filename + '.ran', ''); setTimeout(() => process.exit(3), 50); }
      ${STAY}`);
    const text = await shown(/worker is ready again/);
    expect(text).toMatch(/worker ended with code 3; starting it again in 0\.5 s/);
  });

  it('does not restart a misconfigured process, and shows all its messages', async () => {
    run("console.error('PORT must be a number\\nLOG_LEVEL is unknown'); process.exit(78);");
    await expect(supervised.ready).rejects.toThrow(
      'worker cannot start: PORT must be a number\nLOG_LEVEL is unknown',
    );
  });

  it('lets a process finish its work before it stops', async () => {
    run(`process.on('SIGTERM', () => { console.log('last words'); process.exit(0); });${STAY}${READY}`);
    await supervised.ready;
    await supervised.stop();
    expect(await shown(/last words/)).not.toMatch(/starting it again/);
  });
});
