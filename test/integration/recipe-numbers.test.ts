import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECIPES } from '../factories/recipes';

const FOLDER = join(__dirname, '..', 'e2e', 'product', 'recipes');
const TWENTY = Array.from({ length: 20 }, (_, index) => index + 1);

describe('docs/recipes.md', () => {
  const tests = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(FOLDER, name), 'utf8'));

  it('docs/recipes.md has twenty recipes that are numbered in order', () => {
    expect(RECIPES).toEqual(TWENTY);
  });

  it('every recipe in docs/recipes.md is saved and run by a test', () => {
    const saved = tests.flatMap((text) => [...text.matchAll(/\bhouse\.save\((\d+)[,)]/g)]);
    expect(new Set(saved.map(([, number]) => Number(number)))).toEqual(new Set(RECIPES));
  });
});
