import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocksOf, sectionOf } from './documented-workflows';

const PAGE = readFileSync(join(__dirname, '..', '..', 'docs', 'recipes.md'), 'utf8');
const TITLES = [...PAGE.matchAll(/^## (\d+ .*)$/gm)].map(([, title = '']) => title);

/** The numbers of the recipes in docs/recipes.md. The heading of each recipe begins with its number. */
export const RECIPES = TITLES.map((title) => Number.parseInt(title, 10));

/** The workflows of a recipe, as a reader would paste them. */
export function recipe(number: number): object[] {
  return blocksIn(number, 'json recipe');
}

/** The body of a dry run of the first workflow of a recipe. */
export function dryRunOf(number: number): object {
  return blocksIn(number, 'json dry-run')[0] ?? { dryRun: true };
}

function blocksIn(number: number, info: string): object[] {
  const title = TITLES.find((one) => one.startsWith(`${number} `));
  if (title === undefined) throw new Error(`docs/recipes.md has no recipe ${number}.`);
  return blocksOf(sectionOf(PAGE, title), info).map((text) => JSON.parse(text) as object);
}
