import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FONT = join(__dirname, 'fonts', 'noto-sans-sc-subset.ttf');

/** Noto Sans SC with the characters of simplified Chinese and of European languages. */
export function readReportFont(): Promise<Buffer> {
  return readFile(FONT);
}
