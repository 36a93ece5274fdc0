import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(__dirname, '..', '..', '..');
const packages = join(root, 'node_modules');
const GENERATE_MS = 120_000;
const TOUR_MS = 60_000;

/** Strict compiler options with which the client must compile. */
const COMPILER_OPTIONS = {
  module: 'nodenext',
  moduleResolution: 'nodenext',
  target: 'ES2023',
  lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noFallthroughCasesInSwitch: true,
  skipLibCheck: true,
  outDir: 'out',
  rootDir: '.',
};

/** The results of the tour in `test/clients`. */
export interface TourFindings {
  total: number;
  [name: string]: unknown;
}

/** Generates a client from the reference into a temporary folder, and runs the tour of `test/clients` with it. */
export class GeneratedClient {
  private readonly folder = mkdtempSync(join(tmpdir(), 'plantroom-clients-'));

  /**
   * Generates and compiles the client.
   * @throws Error with the compiler's messages
   */
  async build(document: unknown): Promise<void> {
    const input = join(this.folder, 'openapi.json');
    writeFileSync(input, JSON.stringify(document));
    writeFileSync(
      join(this.folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['*.ts', 'hey-api/**/*.ts'] }),
    );
    symlinkSync(packages, join(this.folder, 'node_modules'));
    cpSync(join(root, 'test', 'clients'), this.folder, { recursive: true });
    await this.run(
      ['@hey-api', 'openapi-ts', 'bin', 'run.js'],
      '--input',
      input,
      '--output',
      'hey-api',
      '--client',
      '@hey-api/client-fetch',
      '--no-log-file',
    );
    await this.run(['typescript', 'bin', 'tsc'], '--project', 'tsconfig.json');
  }

  /** Runs the tour in a separate process. */
  async tour(address: string, password: string): Promise<TourFindings> {
    const file = join(this.folder, 'out', 'hey-api-tour.js');
    const { stdout } = await promisify(execFile)(process.execPath, [file, address, password], {
      timeout: TOUR_MS,
    });
    return JSON.parse(stdout) as TourFindings;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async run(program: readonly string[], ...args: string[]): Promise<void> {
    const command = [join(packages, ...program), ...args];
    try {
      await promisify(execFile)(process.execPath, command, { cwd: this.folder, timeout: GENERATE_MS });
    } catch (error) {
      const { stdout, stderr } = error as { stdout?: string; stderr?: string };
      throw new Error(`${program.join('/')} failed:\n${stdout ?? ''}${stderr ?? ''}`, { cause: error });
    }
  }
}
