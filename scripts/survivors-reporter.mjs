import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { commonTokens, declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';

/**
 * Writes each survivor to a file next to the report of the area as soon as it is found. Other reporters write only at
 * the end, so an interrupted run would leave no results.
 */
class SurvivorsReporter {
  static inject = [commonTokens.options];

  #file;
  #tested = 0;

  constructor({ jsonReporter }) {
    this.#file = jsonReporter.fileName.replace(/json$/, 'survivors.txt');
    mkdirSync(dirname(this.#file), { recursive: true });
    rmSync(this.#file, { force: true });
  }

  onMutantTested({ status, fileName, location, mutatorName, replacement }) {
    if (status === 'Ignored') return;
    this.#tested += 1;
    if (status !== 'Survived' && status !== 'NoCoverage') return;
    const { line, column } = location.start;
    const place = `${relative(process.cwd(), fileName)}:${line}:${column}`;
    const text = replacement.replaceAll(/\s+/g, ' ');
    appendFileSync(this.#file, `${this.#tested} ${status} ${place} ${mutatorName}: ${text}\n`);
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Reporter, 'survivors', SurvivorsReporter)];
