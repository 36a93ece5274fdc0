import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

const root = join(__dirname, '..', '..');
const source = join(root, 'clients', 'typescript');
const packages = join(root, 'node_modules');
const BUILT = new Set(['dist', 'node_modules']);
const STEP_MS = 120_000;

const COMPILER_OPTIONS = {
  module: 'nodenext',
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  types: ['node'],
  strict: true,
  skipLibCheck: true,
};

interface Manifest {
  dependencies: Record<string, string>;
}

/** A program that uses the packed client. */
export interface ClientProgram {
  /** The output so far. */
  output(): string;
  stop(): Promise<void>;
}

/** A project in a temporary folder that has installed the package from `npm pack`. */
export class PackedClient {
  /** The folder of the project. `node_modules` contains the package and its dependencies. */
  readonly folder = mkdtempSync(join(tmpdir(), 'plantroom-client-'));
  private readonly installed = join(this.folder, 'node_modules', '@plantroom', 'client');

  /** Builds and packs the client, and unpacks it as npm would install it. */
  async install(): Promise<void> {
    const { dependencies } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Manifest;
    for (const name of [...Object.keys(dependencies), '@types/node', '.bin']) {
      const link = join(this.folder, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(packages, name), link);
    }
    // Builds a copy: concurrent tests would delete each other's `dist`.
    const copy = join(this.folder, 'source');
    cpSync(source, copy, { recursive: true, filter: (path) => !BUILT.has(basename(path)) });
    await run('npm', ['pack', '--pack-destination', this.folder], copy);
    const archive = readdirSync(this.folder).find((name) => name.endsWith('.tgz')) ?? '';
    mkdirSync(this.installed, { recursive: true });
    await run('tar', ['-xzf', join(this.folder, archive), '--strip-components=1', '-C', this.installed]);
    this.write('package.json', JSON.stringify({ type: 'module' }));
    this.write('tsconfig.json', JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['*.ts'] }));
  }

  get manifest(): Manifest {
    return JSON.parse(this.read('package.json')) as Manifest;
  }

  /** The paths of all files of the package. */
  get files(): string[] {
    return readdirSync(this.installed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.installed.length + 1))
      .toSorted();
  }

  read(file: string): string {
    return readFileSync(join(this.installed, file), 'utf8');
  }

  /**
   * Compiles programs, by their names.
   * @throws Error with the compiler's messages
   */
  async compile(programs: Record<string, string>): Promise<void> {
    for (const [name, text] of Object.entries(programs)) this.write(`${name}.ts`, text);
    await run(process.execPath, [join(packages, 'typescript', 'bin', 'tsc')], this.folder);
  }

  /** Starts a compiled program. */
  start(name: string, environment: Record<string, string> = {}): ClientProgram {
    const child: ChildProcessByStdio<null, Readable, Readable> = spawn(
      process.execPath,
      [join(this.folder, `${name}.js`)],
      { env: { PATH: process.env.PATH, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += String(chunk)));
    }
    const closed = once(child, 'close');
    return {
      output: () => output,
      stop: async () => {
        child.kill();
        await closed;
      },
    };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }
}

/** @throws Error with the program's output */
async function run(program: string, args: readonly string[], cwd = root): Promise<void> {
  try {
    await promisify(execFile)(program, args, { cwd, timeout: STEP_MS });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} failed:\n${stdout ?? ''}${stderr ?? ''}`, { cause: error });
  }
}
