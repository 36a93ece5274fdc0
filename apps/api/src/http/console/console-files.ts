import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';

/** The folder of the built console: `dist/console`. */
export const CONSOLE_FOLDER = join(__dirname, '..', '..', '..', '..', '..', 'console');
/** The name of each file in this folder contains a hash of the file's content, or a version. */
const ASSETS = 'assets';
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

export type Encoding = 'br' | 'gzip' | 'identity';
const EXTENSIONS: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' };

export interface ConsoleAsset {
  type: string;
  /** The content uncompressed (`identity`), and as the build has compressed it. */
  contents: Partial<Record<Encoding, Buffer>> & { identity: Buffer };
}

export interface ConsoleFiles {
  /** The page, with a placeholder for the nonce. */
  page: string;
  /** The files by the path of the request. */
  assets: ReadonlyMap<string, ConsoleAsset>;
}

/** Reads the built console into memory, about 5 MB. Returns null if it was not built. */
export function readConsole(folder: string): ConsoleFiles | null {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) return null;
  const names = readdirSync(join(folder, ASSETS)).filter((name) => extname(name) in TYPES);
  const assets = names.map((name) => [`/${ASSETS}/${name}`, readAsset(join(folder, ASSETS, name))] as const);
  return { page: readFileSync(index, 'utf8'), assets: new Map(assets) };
}

function readAsset(path: string): ConsoleAsset {
  const contents: ConsoleAsset['contents'] = { identity: readFileSync(path) };
  for (const encoding of ['br', 'gzip'] as const) {
    const compressed = path + EXTENSIONS[encoding];
    if (existsSync(compressed)) contents[encoding] = readFileSync(compressed);
  }
  return { type: TYPES[extname(path)] ?? '', contents };
}
